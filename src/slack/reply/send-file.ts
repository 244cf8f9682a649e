/** Sends a file to one person, in the app's direct messages. */
import type { WebClient } from '@slack/web-api'
import { noticeMessage } from '../../../blocks/kit/sentence.js'

/** @param text describes the file @throws what the Web API throws */
export async function sendFile(
  client: WebClient,
  slackUserId: string,
  { name, text, bytes }: { name: string; text: string; bytes: Buffer },
): Promise<void> {
  // files go to conversations, not to people: the message opens that conversation, and describes the file
  const { channel, ts } = await client.chat.postMessage({ channel: slackUserId, ...noticeMessage(text) })
  if (channel === undefined || ts === undefined) throw new Error('slack gave the message no place')
  await client.filesUploadV2({ channel_id: channel, file: bytes, filename: name, title: name })
}
