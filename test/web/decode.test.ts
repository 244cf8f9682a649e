/** Which charset a page is in: what it and its server say, if what comes out can be read. */
import { describe, expect, test } from 'vitest'
import { decode, decodeSure } from '../../src/web/decode.js'

const RUSSIAN =
  'Дубовый стол ручной работы. Этот стол сделан из одного куска дуба и покрыт маслом вручную. Он достаточно велик для семьи из восьми человек.'
const SAMPLES: readonly (readonly [charset: string, language: string, text: string])[] = [
  ['windows-1251', 'ru', RUSSIAN],
  ['koi8-r', 'ru', RUSSIAN],
  [
    'windows-1251',
    'uk',
    'Дубовий стіл ручної роботи. Цей стіл зроблено з одного шматка дуба і вкрито олією вручну в нашій майстерні.',
  ],
  [
    'windows-1250',
    'pl',
    'Stół dębowy. Ten stół jest wykonany z jednego kawałka dębu i ręcznie olejowany w naszym warsztacie. Mieści całą rodzinę.',
  ],
  [
    'iso-8859-2',
    'cs',
    'Dubový stůl. Tento stůl je vyroben z jednoho kusu dubu a ručně naolejován v naší dílně. Vejde se k němu celá rodina.',
  ],
  [
    'iso-8859-7',
    'el',
    'Δρύινο τραπέζι. Αυτό το τραπέζι είναι φτιαγμένο από ένα κομμάτι δρυός και λαδωμένο στο χέρι στο εργαστήριό μας.',
  ],
  [
    'windows-1254',
    'tr',
    'Meşe masa. Bu masa tek parça meşeden kesilmiş ve atölyemizde elle yağlanmıştır. Sekiz kişilik bir aile için yeterince büyüktür.',
  ],
  ['windows-1255', 'he', 'שולחן אלון. השולחן הזה נחתך מחתיכת אלון אחת ושומן ביד בסדנה שלנו. הוא גדול מספיק למשפחה של שמונה.'],
  [
    'windows-1256',
    'ar',
    'طاولة بلوط. هذه الطاولة مصنوعة من قطعة واحدة من البلوط ومزيتة يدويا في ورشتنا. وهي كبيرة بما يكفي لعائلة من ثمانية.',
  ],
  ['shift_jis', 'ja', 'オークのテーブル。このテーブルは一枚のオーク材から切り出され、工房で手作業でオイルを塗られています。'],
  ['euc-jp', 'ja', 'オークのテーブル。このテーブルは一枚のオーク材から切り出され、工房で手作業でオイルを塗られています。'],
  ['gbk', 'zh', '橡木餐桌。这张桌子由一整块橡木切割而成，并在我们的工作室里手工上油。它足够一个八口之家使用。'],
  ['big5', 'zh', '橡木餐桌。這張桌子由一整塊橡木切割而成，並在我們的工作室裡手工上油。它足夠一個八口之家使用。'],
  [
    'euc-kr',
    'ko',
    '참나무 식탁. 이 식탁은 참나무 한 조각으로 만들어 공방에서 손으로 기름을 발랐습니다. 여덟 식구가 앉을 수 있습니다.',
  ],
  [
    'windows-1252',
    'fr',
    'Table en chêne. Cette table est taillée dans une seule pièce de chêne et huilée à la main. Elle accueille huit personnes à l’aise.',
  ],
  [
    'windows-1252',
    'de',
    'Eichentisch. Dieser Tisch ist aus einem Stück Eiche gefertigt und von Hand geölt. Er ist groß genug für eine Familie mit acht Köpfen.',
  ],
]

/** What the decoder does, turned round. */
function encode(text: string, charset: string): Buffer {
  const decoder = new TextDecoder(charset)
  const bytes = new Map<string, number[]>()
  const put = (code: number[]) => {
    const letter = decoder.decode(Buffer.from(code))
    if (!letter.includes('\ufffd') && [...letter].length === 1 && !bytes.has(letter)) bytes.set(letter, code)
  }
  if (charset === 'windows-1252') bytes.set('’', [0x92])
  for (let one = 0; one < 256; one++) put([one])
  if (/jis|euc|gbk|big5/.test(charset))
    for (let one = 0x81; one < 0xff; one++) for (let two = 0x40; two < 0xff; two++) put([one, two])
  return Buffer.from([...text].flatMap((letter) => bytes.get(letter) ?? [0x3f]))
}

const page = (text: string, charset: string, { head = '', lang }: { head?: string; lang?: string | undefined } = {}) =>
  encode(
    `<!doctype html><html${lang === undefined ? '' : ` lang="${lang}"`}><head>${head}<title>Tisch</title></head><body><p>${text}</p></body></html>`,
    charset,
  )

describe.each(SAMPLES)('%s (%s)', (charset, lang, text) => {
  const meta = `<meta charset="${charset}">`
  test('named by its server, at its beginning, or behind two kilobytes', () => {
    expect(decode(page(text, charset), `text/html; charset=${charset}`)).toContain(text)
    expect(decode(page(text, charset, { head: meta }), 'text/html')).toContain(text)
    expect(decode(page(text, charset, { head: `<!--${'x'.repeat(3_000)}-->${meta}`, lang }), null)).toContain(text)
  })
  test('named wrongly by its server', () => {
    expect(decode(page(text, charset, { head: meta, lang }), 'text/html; charset=utf-8')).toContain(text)
    if (charset !== 'windows-1252')
      expect(decode(page(text, charset, { head: meta, lang }), 'text/html; charset=iso-8859-1')).toContain(text)
  })
  test('not named at all', () => {
    const { text: read, isSure } = decodeSure(page(text, charset, { lang }), 'text/html')
    if (isSure) expect(read).toContain(text)
  })
})

test('what its server and its page name wrongly, or nobody names, is Russian all the same', () => {
  for (const charset of ['windows-1251', 'koi8-r'])
    expect(decode(page(RUSSIAN, charset, { lang: 'ru' }), 'text/html')).toContain(RUSSIAN)
  expect(decode(page(RUSSIAN, 'windows-1251'), 'text/html')).toContain(RUSSIAN)
  const wrong = '<meta charset="iso-8859-1">'
  expect(decode(page(RUSSIAN, 'windows-1251', { head: wrong, lang: 'ru' }), 'text/html; charset=iso-8859-1')).toContain(RUSSIAN)
})

test('a charset that is named in a comment, or is UTF-16 in bytes that could be read so far, is none', () => {
  const html = `<!doctype html><html><head><!-- <meta charset="koi8-r"> --><meta charset="windows-1251"></head><p>${RUSSIAN}`
  expect(decode(encode(html, 'windows-1251'), 'text/html')).toContain(RUSSIAN)
  expect(decode(Buffer.from(`<meta charset="utf-16"><p>${RUSSIAN}`), 'text/html')).toContain(RUSSIAN)
})

test('what nobody can have written is not taken for sure', () => {
  const twice = Buffer.from(Buffer.from(RUSSIAN).toString('latin1'))
  expect(decodeSure(Buffer.concat([Buffer.from('<html lang="ru"><p>'), twice]), 'text/html').isSure).toBe(false)
  const noise = Buffer.from('\xff\xc0\xf8\xc5\x98 '.repeat(200), 'latin1')
  expect(decodeSure(Buffer.concat([Buffer.from('<html lang="fr"><p>'), noise]), 'text/html; charset=utf-8').isSure).toBe(false)
})

test('quotation marks and dashes of Windows-1252 are no controls', () => {
  const bytes = Buffer.from('<p>It\x92s \x93here\x94 \x96 for \x80 5, d\xe9j\xe0 vu', 'latin1')
  expect(decode(bytes, 'text/html; charset=iso-8859-1')).toBe('<p>It’s “here” – for € 5, déjà vu')
})
