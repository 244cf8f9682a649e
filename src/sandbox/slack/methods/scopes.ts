/** The scope that each method requires, by Slack's documentation. null: any valid token. */
export const SCOPE_OF: Readonly<Record<string, string | null>> = {
  'api.test': null,
  'apps.uninstall': null,
  'auth.test': null,
  'bots.info': 'users:read',
  'chat.delete': 'chat:write',
  'chat.getPermalink': null,
  'chat.postEphemeral': 'chat:write',
  'chat.postMessage': 'chat:write',
  'chat.update': 'chat:write',
  'conversations.info': 'channels:read',
  'conversations.list': 'channels:read',
  'conversations.open': 'im:write',
  'files.completeUploadExternal': 'files:write',
  'files.delete': 'files:write',
  'files.getUploadURLExternal': 'files:write',
  'files.info': 'files:read',
  'team.info': 'team:read',
  'usergroups.list': 'usergroups:read',
  'usergroups.users.list': 'usergroups:read',
  'users.info': 'users:read',
  'users.list': 'users:read',
  'views.open': null,
  'views.publish': null,
  'views.push': null,
  'views.update': null,
}

/** The scope for downloading a file, which is not a method. */
export const FILE_SCOPE = 'files:read'
