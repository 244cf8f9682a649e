-- Why a notice reached nobody, as data: no_channel, no_longer_so, not_installed, unheard; null: something else went wrong, and last_error says
-- what. Without a check, which would read the whole table. The version before writes the sentence alone: what it gives up meanwhile counts as
-- something that went wrong until it is purged.
alter table outbox add column cause text;
update outbox
   set cause = case last_error
                 when 'no channel is set for this account' then 'no_channel'
                 when 'what it tells of is gone' then 'no_longer_so'
                 when 'the app is in no workspace of this organization' then 'not_installed'
                 when 'nobody of the organization can be told in Slack' then 'unheard'
               end
 where dead_at is not null;
