/** The rights the app asks for. manifest.yml says the same to Slack, and a test compares them. */
export const RIGHTS = [
  { scope: 'chat:write', why: 'to post in the channels it is invited to, and to write to people directly' },
  { scope: 'commands', why: 'to answer /pin, and to offer “New pin” and “Make a pin”' },
  {
    scope: 'files:read',
    why: 'to take the pictures and videos that people put into its forms, or that a message has from which they make a pin',
  },
  { scope: 'files:write', why: 'to show the pictures of pins and the charts of their numbers in Slack' },
  { scope: 'usergroups:read', why: 'to let admins give rights to a whole user group' },
  { scope: 'users:read', why: 'to know who asks, whether they are an admin of the workspace, and their time zone' },
] as const
