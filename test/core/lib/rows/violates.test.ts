import { expect, test } from 'vitest'
import { violated } from '../../../../src/core/lib/rows/violates.js'

const named = (constraint: string) => Object.assign(new Error('duplicate key'), { code: '23505', constraint_name: constraint })

test('a constraint has the name that the migrations gave to it, also on a part of its table', () => {
  expect(violated(named('posts_pin'))).toBe('posts_pin')
  expect(violated(named('posts_pin_102041'))).toBe('posts_pin')
  expect(violated(named('post_media_organization_id_media_id_fkey_102312'))).toBe('post_media_organization_id_media_id_fkey')
})

/** As Citus hands on what another node answered: the code and the words, without the field for the name. */
const fromAnotherNode = (code: string, message: string) =>
  Object.assign(new Error(message), { code, where: 'while executing command on 127.0.0.1:5903' })

test('an error of another node of a cluster has the name in its words alone', () => {
  const taken = 'duplicate key value violates unique constraint "posts_occurrence_102031"'
  expect(violated(fromAnotherNode('23505', taken))).toBe('posts_occurrence')
  const gone =
    'insert or update on table "post_media_102040" violates foreign key constraint "post_media_organization_id_media_id_fkey_102040"'
  expect(violated(fromAnotherNode('23503', gone))).toBe('post_media_organization_id_media_id_fkey')
  // of rows that it moves by COPY
  expect(violated(Object.assign(fromAnotherNode('XX000', gone), { routine: 'ReportCopyError' }))).toBe(
    'post_media_organization_id_media_id_fkey',
  )
  expect(violated(fromAnotherNode('40P01', 'deadlock detected on posts_102031'))).toBeUndefined()
})

test('an error about no constraint names none', () => {
  expect(violated(new Error('the connection was lost'))).toBeUndefined()
  expect(violated('posts_pin')).toBeUndefined()
})
