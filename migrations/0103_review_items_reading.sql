-- outside a transaction
create index concurrently if not exists review_items_reading on review_items (lease_until) where state = 'reading';
