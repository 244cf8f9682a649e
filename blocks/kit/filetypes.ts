import { MEDIA_EXTENSIONS } from '../../src/core/media/formats.js'

/** Slack does not list these among its types; such files come with a message. */
const UNKNOWN_TO_SLACK: ReadonlySet<string> = new Set(['jpe', 'jfif', 'heif', 'avif', 'm4v', 'qt'])

/** What the core takes, by the names Slack knows: for a file field. */
export const FILETYPES = MEDIA_EXTENSIONS.filter((extension) => !UNKNOWN_TO_SLACK.has(extension))
