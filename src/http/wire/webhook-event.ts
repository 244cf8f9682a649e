/** Shows the subjects of webhook events in the shapes of /v1. */
import type { ShowSubject } from '../../core/webhooks/subject.js'
import { accountToWire } from './account.js'
import { approvalToWire } from './approval.js'
import { commentToWire } from './comment.js'
import { postToWire } from './post.js'
import { webhookToWire } from './webhook.js'

/** @see docs/contract.md#webhooks */
export const makeShowSubject =
  (settings: { publicUrl: string }): ShowSubject =>
  (subject, at) => {
    switch (subject.kind) {
      case 'post':
        return postToWire(subject.post, subject.state, settings.publicUrl)
      case 'approval':
        return approvalToWire(subject.approval, at)
      case 'comment':
        return commentToWire(subject.comment)
      case 'account':
        return accountToWire(subject.account)
      case 'webhook':
        return webhookToWire(subject.webhook)
    }
  }
