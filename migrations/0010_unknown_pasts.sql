-- What is known of creates whose answer never came, beyond their own scheduling.

alter table publish_attempts
  -- a person has looked and said that its pin is not there: nothing is looked for before the post is sent again
  add column ruled_out_at timestamptz,
  -- {pinCount, pinsModifiedAt} of its board at the last complete look: while these stay, the pages need no reading
  add column board_seen jsonb;

-- Attempts of old that nothing has settled are looked for from now on; those without a kind were all of a single picture.
update publish_attempts
   set payload = payload || '{"mediaKind": "image"}'
 where state in ('unknown', 'absent', 'ambiguous')
   and not payload ? 'mediaKind';
