import { z } from 'zod'
import { AUDIENCES, authorOf, type Comment } from '../../core/posts/comments/comment.js'
import { seconds, secondsSchema } from './time.js'

export const audienceSchema = z.enum(AUDIENCES).meta({ description: 'internal: your team; client: your clients, too' })

/** @see docs/contract.md#comments */
export const commentSchema = z
  .object({
    id: z.string().meta({ description: 'Id of the comment' }),
    postId: z.string().meta({ description: 'Id of the post' }),
    text: z.string().meta({ description: 'What was written' }),
    audience: audienceSchema,
    author: z
      .object({
        kind: z.enum(['person', 'key', 'agent', 'client']).meta({
          description: 'A person in Slack, a program by its key, an agent, or a client by a review link',
        }),
        name: z
          .string()
          .meta({ description: 'T…:U… for a person, the name of a key, or what an agent or a client calls itself' }),
      })
      .meta({ description: 'Who wrote it' }),
    createdAt: secondsSchema,
  })
  .meta({ id: 'Comment', description: 'What somebody says about a post' })

export const commentToWire = (comment: Comment): z.output<typeof commentSchema> => {
  const { id, postId, text, audience, createdAt } = comment
  return { id, postId, text, audience, author: authorOf(comment), createdAt: seconds(createdAt) }
}
