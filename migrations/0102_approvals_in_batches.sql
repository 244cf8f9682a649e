-- outside a transaction
-- Asked with every change of a post: most have never been asked for, and fewer together with others.
create index concurrently if not exists approvals_in_batches on approvals (organization_id, post_id) where batch_id is not null;
