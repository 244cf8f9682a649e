-- What people say of the drafts of a page; null: nobody has said it.
alter table generations add column useful boolean;
