/** The part of the configuration about the model that writes drafts: complete, or absent. */
import net from 'node:net'
import { z } from 'zod'
import { parseUrl } from '../core/lib/http/parse-url.js'

export type WriterConfig = {
  baseUrl: string
  apiKey: string
  model: string
}

export type WriterVariables = {
  LLM_BASE_URL?: string | undefined
  LLM_API_KEY?: string | undefined
  LLM_MODEL?: string | undefined
}
type Missing = [keyof WriterVariables, string][]

export const DEFAULT_TOKENS_A_DAY = 200_000

export const llmBaseUrl = z
  .string()
  .refine(isPlain, 'must be an http or https address without a name, a query and a fragment, such as https://llm.example.com/v1')
  .transform((url) => new URL(url).href.replace(/(?<!\/)\/+$/, ''))
// a message of its own, so that it never contains the secret
export const llmApiKey = z.string().regex(/^[!-~]{1,1000}$/, 'must be one word of letters, digits and signs')
export const llmModel = z.string().regex(/^[!-~]{1,200}$/, 'must be the name of a model, such as gpt-4o-mini, without spaces')

function isPlain(text: string): boolean {
  const url = parseUrl(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false
  return url.username === '' && url.password === '' && url.search === '' && url.hash === ''
}

export const toWriter = ({
  LLM_BASE_URL: baseUrl,
  LLM_API_KEY: apiKey,
  LLM_MODEL: model,
}: WriterVariables): WriterConfig | null =>
  baseUrl !== undefined && apiKey !== undefined && model !== undefined ? { baseUrl, apiKey, model } : null

/** Variables that the model lacks, once one of them is set. */
export function halfGivenWriter(given: WriterVariables): Missing {
  if (!given.LLM_BASE_URL && !given.LLM_API_KEY && !given.LLM_MODEL) return []
  const otherwise = 'or leave the other LLM_ variables out: drafts are written without a model then'
  return [
    ['LLM_BASE_URL', `the model is asked there. Set it to an address such as https://api.openai.com/v1, ${otherwise}`],
    ['LLM_API_KEY', `the model is asked with it. A server that checks none takes any word. Set it, ${otherwise}`],
    ['LLM_MODEL', `the endpoint has to know which model is asked. Set it to its name, ${otherwise}`],
  ]
}

/** Forbids sending the key over the open net without encryption; machines of one's own network often have no certificate. */
export const writerInClearText = ({ LLM_BASE_URL: url }: WriterVariables): string[] =>
  url === undefined || url.startsWith('https:') || isNear(new URL(url).hostname)
    ? []
    : ['LLM_BASE_URL must begin with https://: its key travels over it. Only addresses of your own network may do without.']

const NEAR = new net.BlockList()
for (const [range, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  NEAR.addSubnet(range, bits, 'ipv4')
for (const [range, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  NEAR.addSubnet(range, bits, 'ipv6')

/** True for a near machine, by its address alone: a name without a dot, or below a domain that is never public. */
export function isNear(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  const kind = net.isIP(host)
  if (kind !== 0) return NEAR.check(host, kind === 6 ? 'ipv6' : 'ipv4')
  return !host.includes('.') || /\.(?:internal|local|lan|localhost|svc|home\.arpa)$/.test(host)
}
