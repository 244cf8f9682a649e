/** File fields of forms: what Slack's client accepts in one. */
import path from 'node:path'
import type { Element } from '../block-kit.js'
import type { Workspace } from '../context.js'
import { listEntered } from './values.js'
import { fileWire, findOwnFile, giveFiles, keepFile, listFiles, type SlackFile } from '../files.js'
import { placeKey, setValue } from './interact.js'
import type { User } from '../people.js'
import { stateValues } from '../state.js'
import { blocksOf, NotOnScreen, type Target } from './targets.js'

export type Brought = { name: string; bytes: Buffer }

/** The limit in Slack's documentation; a message accepts more. */
export const MAX_FIELD_BYTES = 10 * 1024 * 1024
const MOST_FILES = 10

/**
 * Adds to the files already in the field.
 * @throws NotOnScreen if Slack would refuse them
 */
export async function attachFiles(workspace: Workspace, user: User, target: Target, brought: readonly Brought[]): Promise<void> {
  const { db, clock } = workspace
  const entered = await enteredIn(workspace, user, target)
  requireCapacity(target.on.element, entered.length + brought.length)
  for (const file of brought) requireTaken(target.on.element, { name: file.name, size: file.bytes.length })
  const kept: SlackFile[] = []
  for (const file of brought) kept.push(await keepFile(db.sql, { userId: user.id, ...file }, clock()))
  await setFiles(workspace, user, target, [...entered, ...kept])
}

/** @throws NotOnScreen if the file is not in the field */
export async function detachFile(workspace: Workspace, user: User, target: Target, id: string): Promise<void> {
  const entered = await enteredIn(workspace, user, target)
  if (!entered.some((file) => file.id === id)) throw new NotOnScreen('This file is not in the field any more.')
  await setFiles(
    workspace,
    user,
    target,
    entered.filter((file) => file.id !== id),
  )
}

/** Sets exactly the files of these names: from the field, the person's earlier uploads, and the sandbox's samples. */
export async function fillFiles(workspace: Workspace, user: User, target: Target, names: readonly string[]): Promise<void> {
  const entered = await enteredIn(workspace, user, target)
  requireCapacity(target.on.element, names.length)
  const files: SlackFile[] = []
  for (const name of names) {
    const file = entered.find((each) => each.name === name) ?? (await findByName(workspace, user, name))
    if (!file) throw new NotOnScreen(`There is no file "${name}". Bring it with "upload", or name a sample picture.`)
    requireTaken(target.on.element, file)
    files.push(file)
  }
  await setFiles(workspace, user, target, files)
}

async function findByName({ db, clock, readSample }: Workspace, user: User, name: string): Promise<SlackFile | undefined> {
  const own = await findOwnFile(db.sql, user.id, name)
  if (own) return own
  const bytes = await readSample(name)
  return bytes && keepFile(db.sql, { userId: user.id, name, bytes }, clock())
}

async function enteredIn({ db }: Workspace, user: User, { place, on }: Target): Promise<SlackFile[]> {
  const values = stateValues(blocksOf(place), await listEntered(db.sql, user.id, placeKey(place)))
  const entered = (values[on.blockId]?.[on.actionId]?.['files'] ?? []) as { id: string }[] // written by fileWire
  const files = await listFiles(
    db.sql,
    entered.map(({ id }) => id),
  )
  return entered.flatMap(({ id }) => files.find((file) => file.id === id) ?? [])
}

async function setFiles(workspace: Workspace, user: User, { place, on }: Target, files: readonly SlackFile[]): Promise<void> {
  await giveFiles(
    workspace.db.sql,
    files.map(({ id }) => id),
  )
  await setValue(workspace, user, place, on, files.map(fileWire))
}

function requireCapacity({ max_files: most = MOST_FILES }: Element, count: number): void {
  if (count > most) throw new NotOnScreen(`This field takes ${most === 1 ? 'one file' : `at most ${most} files`}.`)
}

function requireTaken({ filetypes }: Element, { name, size }: { name: string; size: number }): void {
  const extension = path.extname(name).slice(1).toLowerCase()
  if (filetypes && !filetypes.includes(extension))
    throw new NotOnScreen(`"${name}" is of a kind this field does not take. It takes: ${filetypes.join(', ')}.`)
  if (size > MAX_FIELD_BYTES)
    throw new NotOnScreen(`"${name}" is too large: Slack takes files of up to ${MAX_FIELD_BYTES / 1024 / 1024} MB in a form.`)
}
