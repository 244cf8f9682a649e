/** Shows an error as a message, or as a form if there is no message; with the button that fixes it, if any. */
import type { ModalView } from '@slack/types'
import { connectMessage, connectNotice } from '../../../blocks/admin/connect.js'
import type { Message } from '../../../blocks/kit/kit.js'
import { noticeMessage, noticeView } from '../../../blocks/kit/sentence.js'
import type { Explanation } from './errors.js'

export const explainedMessage = ({ sentence, connects }: Explanation): Message =>
  connects === undefined ? noticeMessage(sentence) : connectMessage(sentence, connects)

export const explainedView = ({ sentence, connects }: Explanation): ModalView =>
  connects === undefined ? noticeView(sentence) : connectNotice(sentence, connects)
