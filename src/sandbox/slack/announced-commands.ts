/** What manifest.yml tells Slack's client about the app's commands: shown while one is typed. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../../root.js'

export type AnnouncedCommand = { command: string; description: string; usageHint: string }

const COMMAND = /- command: (\S+)\n(?: {6}.*\n)*/g

export async function readAnnouncedCommands(): Promise<AnnouncedCommand[]> {
  const manifest = await readFile(path.join(root, 'manifest.yml'), 'utf8')
  return [...manifest.matchAll(COMMAND)].map(([lines, command = '']) => ({
    command,
    description: valueOf(lines, 'description'),
    usageHint: valueOf(lines, 'usage_hint'),
  }))
}

/** Of a line of YAML that is plain, or quoted as JSON. */
function valueOf(lines: string, name: string): string {
  const written = new RegExp(`^ +${name}: (.*)$`, 'm').exec(lines)?.[1] ?? ''
  return written.startsWith('"') ? String(JSON.parse(written)) : written
}
