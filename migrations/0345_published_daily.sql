-- Published pins of an account that is notified of them (tells_published): one message a day that grows, in place of one for each pin. The version
-- before posts each.
alter table accounts add column published_daily boolean not null default false;
