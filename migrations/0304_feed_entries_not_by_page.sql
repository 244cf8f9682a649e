-- outside a transaction
create index concurrently if not exists feed_entries_not_by_page on feed_entries (organization_id, account_id) where not by_page
