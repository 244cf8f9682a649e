/** The core's types by Slack's names. Other extensions (jfif, heif, avif, m4v …) can only come with a message. */
export const FILETYPES = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic', 'svg', 'mp4', 'mov']
