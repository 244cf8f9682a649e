/** What the core takes, by the names that Slack lists; files with other names of them (jfif, heif, avif, m4v …) come with a message. */
export const FILETYPES = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic', 'svg', 'mp4', 'mov']
