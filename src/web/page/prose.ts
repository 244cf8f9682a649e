/** Sentences and headings of the matter of a page, without what every page has around it. */
import { Readability } from '@mozilla/readability'
import type { CheerioAPI } from 'cheerio'
import { parseHTML } from 'linkedom'
import { type Element, within } from './nodes.js'
import { plain } from './plain.js'

const MOST = {
  sentences: 60,
  readable: 6_000,
  letters: 1_500_000,
  references: 10_000,
  blocks: 400,
  headings: 60,
  seen: 1_000,
  sentence: 400,
}

/** What pages say of themselves and to machines, in the languages that we write. */
const BOILERPLATE =
  /(?:leave|post|write) a (?:comment|reply)|deixe (?:um|o seu) comentário|laissez un commentaire|deja un comentario|lascia un commento|laat een reactie|(?:schreibe?|hinterlasse?) (?:einen|uns einen) kommentar|retours? acceptés|returns? accepted|viewing by appointment|has \d[\d,.]* favorites from|thanks for reading .{3,40}! this post|skip to (?:main )?content|cookies?\b.{0,60}(?:accept|consent|policy|use|website|site|akzept|verwend|acept|utiliz|accett|accepte|gebruik)|(?:accept|use|verwenden|utilisons|usamos|utilizamos|utilizziamo|gebruiken) .{0,30}cookies|subscribe|newsletter|sign up|log ?in\b|unsubscribe|add to (?:cart|bag|basket)|jump to recipe|print recipe|pin (?:it|recipe)|affiliate (?:link|commission)|as an amazon associate|all rights reserved|©|privacy policy|terms (?:of|and) |leave a (?:comment|reply)|follow (?:us|me) on|share this|read more|click here|enable javascript|your browser|javascript|abonn|suscr[ií]b|inscri(?:vez|va|viti|birse)|iscriviti|schrijf je in|zum inhalt|direkt zum|aller au contenu|saltar al contenido|ir al contenido|vai al contenuto|pular para|naar (?:de )?inhoud|in den warenkorb|ajouter au panier|añadir al carrito|aggiungi al carrello|in winkelwagen|adicionar ao carrinho|alle rechte|datenschutz|impressum|mentions légales|free shipping on|versandkosten|zzgl\.|mwst|livraison (?:offerte|gratuite)|envío gratis|spedizione gratuita|gratis verzending|frete grátis|werbung|anzeige|enthält affiliate|enlaces de afiliados|liens affiliés|link affiliati|links de afiliados/i
/** Words to a model, not to a reader. */
const TO_MACHINES =
  /(?:ignore|disregard|forget) (?:all |any |the |your |these |those )*(?:previous|prior|above|earlier|preceding|other)|system prompt|language model|\b(?:AI|LLM|GPT|assistant)s?\b.{0,40}\b(?:must|should|instruct|ignore|write|reply|respond|output)|(?:you are|act as) (?:now )?(?:a|an) |<\|?(?:system|im_start|user)|\bINST\]|(?:ignoriere|ignorez|ignora|negeer) .{0,30}(?:anweisungen|instructions|instrucciones|istruzioni|instructies|instruções)/i

export const isBoilerplate = (text: string): boolean => {
  const start = text.slice(0, 600)
  return BOILERPLATE.test(start) || TO_MACHINES.test(start)
}

const AROUND =
  'nav, footer, aside, form, button, header nav, figcaption, [role="navigation"], [class*="cookie" i], [id*="cookie" i], [class*="consent" i], [class*="related" i], [class*="comment" i], [class*="newsletter" i], [class*="breadcrumb" i], [class*="sidebar" i], [class*="author-" i], [class*="share" i], [class*="review" i], [class*="announcement" i], [class*="recipe-notes" i]'

/** Paragraphs of the page, by Readability where the page is an article of a size that it reads in time, else by the elements. */
export function paragraphsOf($: CheerioAPI, elements: number, isProse: boolean): string[] {
  const readable = isProse && elements <= MOST.readable ? readableParagraphs($.html()) : []
  if (readable.join('').length > 200) return readable
  const roots = [
    '[itemprop="description"]',
    '[class*="product-description" i], [class*="product__description" i], #tab-description, [class*="short-description" i]',
    'article',
    'main',
    '[role="main"]',
    'body',
  ]
  for (const root of roots) {
    const found = blocksOf($, root)
    if (found.join('').length > 60) return found
  }
  return readable
}

function blocksOf($: CheerioAPI, root: string): string[] {
  const area = $(root).first()
  const blocks = within($, area[0] as Element | undefined, 'p, dd').slice(0, MOST.blocks)
  const texts = blocks.filter((block) => $(block).closest(AROUND).length === 0).map((block) => plain($(block).text()))
  if (texts.length === 0 && root !== 'body' && root !== 'main' && area.length > 0) texts.push(plain(area.text().slice(0, 2_000)))
  return texts.filter((text) => text !== null)
}

type Readable = { querySelectorAll(what: string): Iterable<{ textContent: string | null }> }
/** Its types want a browser's. */
const Reader = Readability as unknown as new (
  document: unknown,
  options: { maxElemsToParse: number; charThreshold: number; serializer: (element: unknown) => unknown },
) => { parse(): { content?: unknown } | null }

function readableParagraphs(html: string): string[] {
  if (html.length > MOST.letters || (html.match(/&/g)?.length ?? 0) > MOST.references) return [] // each makes a text of its own
  try {
    const { document } = parseHTML(html) as { document: unknown }
    const article = new Reader(document, { maxElemsToParse: MOST.readable, charThreshold: 200, serializer: (one) => one }).parse()
    const content = article?.content as Readable | undefined
    return content
      ? [...content.querySelectorAll('p')]
          .slice(0, MOST.blocks)
          .map(({ textContent }) => plain(textContent))
          .filter((text) => text !== null)
      : []
  } catch {
    return [] // then the elements are read
  }
}

/** Headings under the first: what a list lists, what an article goes through. */
export function headingsOf($: CheerioAPI): string[] {
  const area = ['article', 'main', 'body'].map((name) => $(name).first()).find((one) => one.length > 0)
  if (!area) return []
  const found = ['h2', 'h3'].map(
    (level) =>
      within($, area[0] as Element | undefined, level)
        .slice(0, MOST.seen)
        .filter((heading) => $(heading).closest(`${AROUND}, header`).length === 0)
        .slice(0, MOST.headings)
        .map((heading) => plain($(heading).text()))
        .filter((text) => text !== null && text.length <= 100 && !isBoilerplate(text)) as string[],
  )
  return found[0]!.length >= 2 ? found[0]! : found[1]!.length > 0 ? found[1]! : found[0]!
}

/** Whole ones: what does not end as a sentence is none. */
export function sentencesOf(paragraphs: readonly string[], language: string | null): string[] {
  const seen = new Set<string>()
  const segmenter = new Intl.Segmenter(language ?? 'und', { granularity: 'sentence' })
  for (const paragraph of paragraphs) {
    for (const sentence of wholeSentences(paragraph, segmenter)) {
      if (seen.size >= MOST.sentences) return [...seen]
      if (sentence.length >= (SPACELESS.test(sentence) ? 8 : 15) && sentence.length <= MOST.sentence && !isBoilerplate(sentence))
        seen.add(sentence)
    }
  }
  return [...seen]
}

/** Scripts that set no spaces between words. */
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u

/** After these a sentence goes on. */
const GOES_ON =
  /(?:^|\s)(?:\p{Lu}|approx|ca|z\.\s?B|bzw|inkl|Dr|Mr|Mrs|Ms|St|Nr|No|vs|e\.g|i\.e|etc|bijv|p\.\s?ex|env|min|max|Std|Min|ml|Sra?|aprox|ej)\.$/u

function wholeSentences(paragraph: string, segmenter: Intl.Segmenter): string[] {
  const sentences: string[] = []
  for (const { segment } of segmenter.segment(paragraph.slice(0, 4_000))) {
    const last = sentences.at(-1)
    if (last !== undefined && (GOES_ON.test(last) || (/^[\p{Ll}\d]/u.test(segment) && /\d\.$/.test(last))))
      sentences[sentences.length - 1] = `${last} ${segment.trim()}`
    else sentences.push(segment.trim())
  }
  return sentences.filter(
    (one) =>
      /[.!?…。！？]["”’»)]*$/u.test(one) &&
      /^["“„«‘¿¡(]*[\p{Lu}\p{Lo}\d]/u.test(one) &&
      (one.split(' ').length >= 4 || SPACELESS.test(one)),
  )
}
