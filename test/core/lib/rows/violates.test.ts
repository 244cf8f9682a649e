import { expect, test } from 'vitest'
import { violated } from '../../../../src/core/lib/rows/violates.js'

const named = (constraint: string) => Object.assign(new Error('duplicate key'), { code: '23505', constraint_name: constraint })

test('a constraint has the name that the migrations gave to it, also on a part of its table', () => {
  expect(violated(named('posts_pin'))).toBe('posts_pin')
  expect(violated(named('posts_pin_102041'))).toBe('posts_pin')
  expect(violated(named('post_media_organization_id_media_id_fkey_102312'))).toBe('post_media_organization_id_media_id_fkey')
})

test('an error about no constraint names none', () => {
  expect(violated(new Error('the connection was lost'))).toBeUndefined()
  expect(violated('posts_pin')).toBeUndefined()
})
