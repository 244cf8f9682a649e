/** Extracts sentences and headings of the main content of a page. */
import { Readability } from '@mozilla/readability'
import type { CheerioAPI } from 'cheerio'
import { parseHTML } from 'linkedom'
import { type Around, AROUND_NAMES, makeIsAround } from './around.js'
import { isSentence, isUnended, splitSentences, weightOf } from '../../core/lib/prose/sentences.js'
import { BREAK, type Element, linedText, within } from './nodes.js'
import { linesOf } from './plain.js'
import { isOfConsent } from './walls.js'

const MOST = {
  sentences: 60,
  readable: 6_000,
  letters: 1_500_000,
  references: 10_000,
  blocks: 400,
  sentence: 400,
  paragraph: 4_000,
}

/** Sentences that pages write about themselves, in the languages that we write. */
const BOILERPLATE =
  /(?:see|in|to) the recipe card|star rating|this post (?:may )?contains?|(?:read|see) (?:our|my) .{0,40}(?:policy|disclosure)|in the comments|tag (?:me|us) (?:on|in)|check (?:the )?price|buy (?:it )?(?:now|on amazon)|\b(?:photo(?:graph)?s?|posted|written) by\b|\d min(?:ute)?s? read|advertisement|(?:orders? )?ships? (?:within|in \d|the same day)|(?:working|business) days|returns (?:are|within)|refunds?\b|(?:same|next)[- ]day (?:delivery|dispatch|shipping)|delivery the same day|hearing from you|free (?:\w+ )?(?:shipping|delivery)|(?:leave|post|write) a (?:comment|reply)|deixe (?:um|o seu) comentário|laissez un commentaire|deja un comentario|lascia un commento|laat een reactie|(?:schreibe?|hinterlasse?) (?:einen|uns einen) kommentar|retours? acceptés|returns? accepted|viewing by appointment|darmowa (?:dostawa|wysyłka)|送料無料|شحن مجاني|бесплатная доставка|has \d[\d,.]* favou?rites from|^ships from\b|thanks for reading|skip to (?:main )?content|(?:we|our partners|(?:this|our) (?:web)?site|wir|nous|diese (?:web)?seite|ce site|este sitio|questo sito|deze (?:web)?site|este site)\b.{0,40}cookies|cookies?[- ](?:policy|consent|settings|preferences|banner|notice|richtlinie|einstellungen)|politique (?:de|des) cookies|política de cookies|cookiebeleid|(?:accept|allow|reject|manage|akzeptiere\w*|accepter|aceptar|aceitar|accett\w+|accepteer) (?:all |alle |tous les |todas (?:las|os) |tutti i )?cookies|cookies .{0,40}(?:your (?:experience|device|browser)|our traffic)|(?:verwenden|utilisons|usamos|utilizamos|utilizziamo|gebruiken|używamy) .{0,30}cookies|subscribe|newsletter|sign up|log ?in\b|unsubscribe|add to (?:cart|bag|basket)|jump to recipe|print recipe|pin (?:it|recipe)|affiliate (?:link|commission)s?|\b(?:we|i) (?:may |might |can |will )?(?:earn|receive|get) (?:a |an )?(?:small |little )?(?:affiliate )?commission|qualifying purchases|(?:after|once) (?:your |the )?(?:purchase|payment|order)\b.{0,30}you(?:[’']ll| will) (?:receive|get)|subject to (?:change|availability)|\bmodel(?:[’']s| is| wears) .{0,40}\bsize\b|click here|pin (?:this|me) (?:for|to)\b|save this (?:pin|post) for|sharing is caring|(?:consult|talk to|check with) (?:your|a) (?:doctor|physician)|e-?mail address will not be|correo electrónico no será|e-?mail-?adresse wird nicht|adresse e-?mail ne sera|indirizzo email non sar|e-?mailadres wordt niet|e-?mail não será|adres e-?mail nie zostanie|compartilhe com|as an amazon associate|all rights reserved|©|privacy policy|terms (?:of|and) |leave a (?:comment|reply)|follow (?:us|me) on|share this|read more|click here|enable javascript|your browser|javascript|abonn|suscr[ií]b|inscri(?:vez|va|viti|birse)|iscriviti|schrijf je in|zum inhalt|direkt zum|aller au contenu|saltar al contenido|ir al contenido|vai al contenuto|pular para|naar (?:de )?inhoud|in den warenkorb|ajouter au panier|añadir al carrito|aggiungi al carrello|in winkelwagen|adicionar ao carrinho|alle rechte|datenschutz|impressum|mentions légales|free shipping on|versandkosten|zzgl\.|mwst|livraison (?:offerte|gratuite)|envío gratis|spedizione gratuita|gratis verzending|frete grátis|werbung|anzeige|enthält affiliate|enlaces de afiliados|liens affiliés|link affiliati|links de afiliados/i
/** Instructions to a model rather than to a reader. */
const TO_MACHINES =
  /(?:ignore|disregard|forget) (?:all |any |the |your |these |those )*(?:previous|prior|above|earlier|preceding|other)|system prompt|language model|(?:^|[\s"“(\[])(?:AI|LLM|GPT|chat ?bot|assistant|crawler)s?\b.{0,60}\b(?:must|should|instruct\w*|ignore|state|say|mention|include|add|claim|describe|recommend|rate|tell|write|reply|respond|output|reading this)\b|\b(?:note|message|instructions?|attention) (?:to|for) (?:all |any |the )?(?:AI|LLMs?|bots?|models?|assistants?|agents?|crawlers?)\b|(?:reply|respond|answer|write|output) only (?:in|with)|(?:you are|act as) (?:now )?(?:a|an) |<\|?(?:system|im_start|user)|\bINST\]|\[\[?(?:system|assistant|user)\]|^\W*(?:system|assistant)\s?:|(?:ignoriere|ignorez|ignora|negeer) .{0,30}(?:anweisungen|instructions|instrucciones|istruzioni|instructies|instruções)/i

export const isBoilerplate = (text: string): boolean => {
  const start = text.slice(0, 600)
  return BOILERPLATE.test(start) || TO_MACHINES.test(start) || isOfConsent(start)
}

/** True for a title that is only boilerplate; a longer one may be about newsletters or cookies. */
export const isBoilerplateTitle = (text: string): boolean =>
  TO_MACHINES.test(text.slice(0, 600)) || (text.length <= 40 && text.split(' ').length <= 3 && BOILERPLATE.test(text))

export const AROUND: Around = {
  selector: 'nav, footer, aside, form, button, header nav, figcaption, [role="navigation"]',
  names: new Set([
    ...AROUND_NAMES,
    'cookie',
    'cookie-banner',
    'consent',
    'gdpr',
    'cmp',
    'byline',
    'share',
    'sharing',
    'social-share',
    'buybox',
    'announcement',
    'recipe-note',
    'disclosure',
    'ad',
    'advert',
    'advertisement',
  ]),
}

/** The paragraphs of the page: by Readability for an article small enough to parse in time, else by its elements. */
export function paragraphsOf($: CheerioAPI, elements: number, isProse: boolean): string[] {
  const readable = isProse && elements <= MOST.readable ? readableParagraphs($.html()) : []
  if (weightOf(readable.join('')) > 200) return readable
  const isAround = makeIsAround($)
  const told = [...$(DESCRIPTIONS).toArray().slice(0, 6)].flatMap((area) => blocksOf($, area, isAround))
  if (weightOf(told.join('')) > 60) return [...new Set(told)]
  let most = readable
  for (const root of ['article', 'main', '[role="main"]', 'body']) {
    const found = blocksOf($, $(root).first()[0] as Element | undefined, isAround)
    if (weightOf(found.join('')) > weightOf(most.join(''))) most = found
    if (weightOf(most.join('')) > 60) return most
  }
  return most
}

/** Elements in which shops describe a product. */
const DESCRIPTIONS =
  '[itemprop="description"], [class*="product-description" i], [class*="product__description" i], #tab-description, #description, [class*="short-description" i], [data-hook="description"], [class~="product-detail-description"], [class~="description"]'
function blocksOf($: CheerioAPI, area: Element | undefined, isAround: ReturnType<typeof makeIsAround>): string[] {
  const blocks = within($, area, 'p, dd').slice(0, MOST.blocks)
  if (blocks.length > 0)
    return blocks.filter((block) => !isAround(block, AROUND)).flatMap((block) => linesOf(linedText($, block)))
  return area === undefined || area.name === 'body' || area.name === 'main' || isAround(area, AROUND)
    ? []
    : linesOf(linedText($, area).slice(0, 2_000))
}

type Readable = { querySelectorAll(what: string): Iterable<{ textContent: string | null }> }
/** Cast because its types require a browser's document. */
const Reader = Readability as unknown as new (
  document: unknown,
  options: { maxElemsToParse: number; charThreshold: number; serializer: (element: unknown) => unknown },
) => { parse(): { content?: unknown } | null }

function readableParagraphs(html: string): string[] {
  if (html.length > MOST.letters || (html.match(/&/g)?.length ?? 0) > MOST.references) return [] // each becomes a text node
  try {
    const { document } = parseHTML(html.replaceAll('<br>', `${BREAK}<br>`)) as { document: unknown }
    const article = new Reader(document, { maxElemsToParse: MOST.readable, charThreshold: 200, serializer: (one) => one }).parse()
    const content = article?.content as Readable | undefined
    return content
      ? [...content.querySelectorAll('p')].slice(0, MOST.blocks).flatMap(({ textContent }) => linesOf(textContent ?? ''))
      : []
  } catch {
    return [] // use the elements instead
  }
}

/** Complete sentences; the lines themselves if none of them ends as a sentence. */
export function sentencesOf(paragraphs: readonly string[], language: string | null): string[] {
  const lines = paragraphs.flatMap((one) => one.split(MARK)).map((one) => one.trim().slice(0, MOST.paragraph))
  const whole = kept(lines, (line) => splitSentences(line, language).filter((one) => isSentence(one, language)), 15)
  return whole.length > 0 ? whole : kept(lines, (line) => (isUnended(line, language) ? [line] : []), 30)
}

function kept(lines: readonly string[], sentencesIn: (line: string) => string[], least: number): string[] {
  const seen = new Set<string>()
  for (const line of lines)
    for (const sentence of sentencesIn(line)) {
      if (seen.size >= MOST.sentences) return [...seen]
      if (sentence.length <= MOST.sentence && weightOf(sentence) >= least && !isBoilerplate(sentence) && !shouts(sentence))
        seen.add(sentence)
    }
  return [...seen]
}

/** Signs that shops and blogs put between lines. */
const MARK = /(?![©®™])\p{Extended_Pictographic}\ufe0f?|[✓●•◆■►]/u
/** True for a sentence in capitals, which carries no information. */
const shouts = (sentence: string): boolean =>
  sentence === sentence.toUpperCase() && sentence !== sentence.toLowerCase() && (sentence.match(/\p{L}/gu)?.length ?? 0) >= 6
