-- The key by which spacing compares urls has user info and an empty query in it since, and is a hash where it is too long
-- (src/core/lib/url.ts). Keys of such urls are written anew from the old ones. User info with signs that a browser escapes is left as
-- it is: its key is right again when its pin is edited. In a file of its own: posts are read and written meanwhile.
create function pg_temp.key_now(url text, old_key text) returns text language sql immutable as $$
  select case
           when info is null and url ~ '^[^/]*//[^/\\?#]*@' then old_key
           when length(whole) <= 2048 then whole
           else 'sha256:' || encode(sha256(convert_to(whole, 'UTF8')), 'hex')
         end
    from regexp_match(url, '^[^/]*//([A-Za-z0-9_.~!$&()*+,%-]*)(?::([A-Za-z0-9_.~!$&()*+,%-]*))?@[^@/\\?#]*(?:[/\\?#]|$)') as info
   cross join lateral (
         select coalesce(info[1] || coalesce(':' || nullif(info[2], ''), ''), '') as who) i
   cross join lateral (
         select case when who = '' then '' else who || '@' end || old_key || case when url ~ '^[^?#]*\?(#|$)' then '?' else '' end
                  as whole) w
$$;

update posts
   set url_key = pg_temp.key_now(url, url_key)
 where (url like '%@%' or url like '%?' or url like '%?#%' or length(url_key) > 2048)
   and pg_temp.key_now(url, url_key) <> url_key;

update deleted_posts
   set post = post || jsonb_build_object('url_key', pg_temp.key_now(post ->> 'url', post ->> 'url_key'))
 where post ->> 'url_key' <> pg_temp.key_now(post ->> 'url', post ->> 'url_key');
