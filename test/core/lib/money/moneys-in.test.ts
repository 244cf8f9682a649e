/** Prices as shops of the world write them: read whole, or not at all. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readingsOfField } from '../../../../src/core/lib/prose/amount.js'
import { minorDigits } from '../../../../src/core/lib/prose/money-marks.js'
import { moneysIn } from '../../../../src/core/lib/prose/moneys-in.js'

const localityOf = (tag: string) => {
  const [language = null, region = null] = tag.split('-')
  return { language, region }
}

/** `EUR 1250`, `from EUR 5 to 9`; `?` for what cannot be read. */
function readIn(text: string, tag: string): string {
  return moneysIn(text, localityOf(tag))
    .map(({ amounts, currency, isFrom, until }) =>
      currency === null || amounts.length !== 1
        ? '?'
        : `${isFrom ? 'from ' : ''}${currency} ${amounts[0]}${until.length === 1 ? ` to ${until[0]}` : ''}`,
    )
    .join(', ')
}

describe('a price is read by its currency and the language of its page', () => {
  test.each([
    ['1.250 €', 'de', 'EUR 1250'],
    ['1.250,00 €', 'de', 'EUR 1250'],
    ['1.250,50 EUR', 'de', 'EUR 1250.5'],
    ['EUR 1.250,–', 'de', 'EUR 1250'],
    ['49,- €', 'de', 'EUR 49'],
    ['1 250,00 €', 'fr', 'EUR 1250'],
    ['1\u202f250,00\u00a0€', 'fr', 'EUR 1250'],
    ['1 234 567,89 €', 'fr', 'EUR 1234567.89'],
    ['€1,250', 'en', 'EUR 1250'],
    ['€ 12,50', 'nl', 'EUR 12.5'],
    ['€ 1.250,-', 'nl', 'EUR 1250'],
    ['1.250,00 €', 'en', 'EUR 1250'],
    ["CHF 1'250.00", 'de', 'CHF 1250'],
    ['CHF 1’250.–', 'de-CH', 'CHF 1250'],
    ['1’250.00 CHF', 'fr-CH', 'CHF 1250'],
    ['Fr. 49.90', 'de-CH', 'CHF 49.9'],
    ['49.– CHF', 'it-CH', 'CHF 49'],
    ['R$ 1.250', 'pt', 'BRL 1250'],
    ['R$1.299,90', 'pt-BR', 'BRL 1299.9'],
    ['R$ 1.250,00 à vista', 'pt', 'BRL 1250'],
    ['$1,299', 'en', 'USD 1299'],
    ['$1,299.00', 'en-US', 'USD 1299'],
    ['US$ 1,299', 'en', 'USD 1299'],
    ['US$1.299', 'es', 'USD 1299'],
    ['C$1,299', 'en', 'CAD 1299'],
    ['CA$1,299.99', 'en', 'CAD 1299.99'],
    ['$1,299 CAD', 'en', 'CAD 1299'],
    ['CAD $1,299', 'en', 'CAD 1299'],
    ['$1,299.00', 'en-CA', 'CAD 1299'],
    ['1 250,00 $', 'fr-CA', 'CAD 1250'],
    ['A$49.95', 'en', 'AUD 49.95'],
    ['$49.95', 'en-AU', 'AUD 49.95'],
    ['NZ$ 49.95', 'en', 'NZD 49.95'],
    ['S$1,290', 'en-SG', 'SGD 1290'],
    ['HK$ 299', 'en-HK', 'HKD 299'],
    ['NT$1,290', 'zh-TW', 'TWD 1290'],
    ['MX$1,299', 'en', 'MXN 1299'],
    ['$ 1,299.00', 'es-MX', 'MXN 1299'],
    ['$ 12.500', 'es-CO', 'COP 12500'],
    ['$12.990', 'es-CL', 'CLP 12990'],
    ['S/ 129.90', 'es-PE', 'PEN 129.9'],
    ['£12.50', 'en-GB', 'GBP 12.5'],
    ['£1,250', 'en', 'GBP 1250'],
    ['₹1,00,000', 'en', 'INR 100000'],
    ['₹ 12,34,567.50', 'hi', 'INR 1234567.5'],
    ['Rs. 1,250', 'en-IN', 'INR 1250'],
    ['Rs 1,250', 'en-PK', 'PKR 1250'],
    ['¥1,250', 'ja', 'JPY 1250'],
    ['￥1,250(税込)', 'ja', 'JPY 1250'],
    ['12,800円', 'ja', 'JPY 12800'],
    ['¥199.00', 'zh', 'CNY 199'],
    ['￦12,900', 'ko', 'KRW 12900'],
    ['12,900원', 'ko', 'KRW 12900'],
    ['1 250,00 kr', 'sv', 'SEK 1250'],
    ['499:- kr', 'sv', 'SEK 499'],
    ['1.250,- kr.', 'da', 'DKK 1250'],
    ['kr 1 250,-', 'nb', 'NOK 1250'],
    ['12.990 kr.', 'is', 'ISK 12990'],
    ['1 299,00 zł', 'pl', 'PLN 1299'],
    ['1 299,00 Kč', 'cs', 'CZK 1299'],
    ['12 990 Ft', 'hu', 'HUF 12990'],
    ['12.990 Ft', 'hu', 'HUF 12990'],
    ['1.299,90 lei', 'ro-RO', 'RON 1299.9'],
    ['1 299 ₽', 'ru', 'RUB 1299'],
    ['1 299 руб.', 'ru', 'RUB 1299'],
    ['1 299 грн', 'uk', 'UAH 1299'],
    ['₺1.299,90', 'tr', 'TRY 1299.9'],
    ['1.299,90 TL', 'tr', 'TRY 1299.9'],
    ['₪1,250', 'he', 'ILS 1250'],
    ['١٬٢٥٠٫٥٠ ر.س', 'ar', 'SAR 1250.5'],
    ['AED 1,250', 'en-AE', 'AED 1250'],
    ['1.250 د.ك', 'ar-KW', 'KWD 1.25'],
    ['KWD 12.500', 'en', 'KWD 12.5'],
    ['฿1,290', 'th', 'THB 1290'],
    ['12.500.000 ₫', 'vi', 'VND 12500000'],
    ['Rp 12.500.000', 'id', 'IDR 12500000'],
    ['RM1,299.00', 'ms', 'MYR 1299'],
    ['₱1,299', 'en-PH', 'PHP 1299'],
    ['₦12,500', 'en-NG', 'NGN 12500'],
    ['R 1 250.00', 'en-ZA', 'ZAR 1250'],
  ])('%s (%s) is %s', (text, tag, wanted) => expect(readIn(text, tag)).toBe(wanted))
})

describe('ranges and the least of several', () => {
  test.each([
    ['from €5', 'en', 'from EUR 5'],
    ['ab 5 €', 'de', 'from EUR 5'],
    ['À partir de 1 250 €', 'fr', 'from EUR 1250'],
    ['Desde 5 €', 'es', 'from EUR 5'],
    ['от 1 299 ₽', 'ru', 'from RUB 1299'],
    ['1,250円から', 'ja', 'from JPY 1250'],
    ['$38.00 – $46.00', 'en', 'from USD 38 to 46'],
    ['$38–46', 'en', 'from USD 38 to 46'],
    ['38–46 €', 'de', 'from EUR 38 to 46'],
    ['38,00 € bis 1.046,00 €', 'de', 'from EUR 38 to 1046'],
  ])('%s', (text, tag, wanted) => expect(readIn(text, tag)).toBe(wanted))
})

describe('what is unclear is left out, and never read in part', () => {
  test.each([
    ['1 25 €', 'de'],
    ['1.2.3 €', 'de'],
    ['0.999 €', 'de'],
    ['1,250.0000001 €', 'en'],
    ['¥12.50', 'ja'],
    ['AB$5', 'en'],
    ['1 250 $', 'fr'],
    ['$ 12.500', 'es'],
    ['1 299 kr', 'en'],
    ['Rs. 1,250', 'en'],
    ['1.250 KWD', 'de'],
    ['$ 1 25', 'en'],
    ['12\u206399 €', 'de'],
    ['۱۲٬۵۰۰ تومان', 'fa'],
  ])('%s (%s)', (text, tag) => expect(readIn(text, tag)).toMatch(/^\??$/))
})

describe('sums that are no price', () => {
  test.each([
    ['Save $20', 'en'],
    ['Sie sparen 20 €', 'de'],
    ['-5,00 €', 'de'],
    ['20% off', 'en'],
    ['$20 off', 'en'],
    ['12x de R$ 25,00 sem juros', 'pt'],
    ['4 payments of $25.00', 'en'],
    ['5,90 €/kg', 'de'],
    ['UVP 99 €', 'de'],
  ])('%s', (text, tag) => expect(readIn(text, tag)).toBe(''))
})

describe('the field of a machine has a point for its decimal sign', () => {
  test.each([
    ['1250.00', 'EUR', [1250]],
    [1250, 'EUR', [1250]],
    ['189.9900', 'EUR', [189.99]],
    ['1.250,00', 'EUR', [1250]],
    ['1,250.00', 'EUR', [1250]],
    ['1.250', 'EUR', [1.25, 1250]],
    ['1.250', 'KWD', [1.25]],
    ['0', 'EUR', []],
    ['1.250.00', 'EUR', []],
    ['call us', 'EUR', []],
  ])('%s %s', (field, currency, wanted) =>
    expect(readingsOfField(field, currency, { language: 'de', region: null })).toEqual(wanted),
  )
})

const LOCALES =
  'en-US en-GB en-CA en-AU en-IN en-ZA en-IE en-SG de-DE de-AT de-CH fr-FR fr-CA fr-CH fr-BE es-ES es-MX es-AR es-CL es-CO es-PE it-IT nl-NL pt-BR pt-PT pl-PL cs-CZ sk-SK hu-HU ro-RO bg-BG hr-HR sv-SE nb-NO da-DK fi-FI is-IS el-GR tr-TR ru-RU uk-UA he-IL ar-EG ar-AE fa-IR ur-PK hi-IN bn-BD th-TH vi-VN id-ID ms-MY ja-JP zh-CN zh-TW ko-KR'.split(
    ' ',
  )
const CURRENCIES =
  'USD EUR GBP CHF CAD AUD NZD JPY CNY INR BRL MXN ARS CLP COP SEK NOK DKK PLN CZK HUF RON TRY RUB UAH ILS AED SAR KWD KRW TWD HKD SGD THB VND IDR MYR ZAR PHP ISK'.split(
    ' ',
  )

test('a price in any locale and currency is read back exactly, or left out', () => {
  let read = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...LOCALES),
      fc.constantFrom(...CURRENCIES),
      fc.constantFrom('symbol' as const, 'code' as const),
      fc.integer({ min: 1, max: 2_000_000_000 }),
      (locale, currency, currencyDisplay, coins) => {
        const amount = coins / 10 ** minorDigits(currency)
        const text = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay }).format(amount)
        for (const { amounts, currency: found } of moneysIn(text, localityOf(locale))) {
          if (found === null || amounts.length !== 1) continue
          read++
          expect([found, amounts[0]!.toFixed(3)], text).toEqual([currency, amount.toFixed(3)])
        }
      },
    ),
    { numRuns: 3_000 },
  )
  expect(read).toBeGreaterThan(2_500)
})

test('a hostile text is read in the time of its length', () => {
  const began = performance.now()
  for (const part of ['1 ', '1.', '$', '€1', 'CHF ', '1\u2063', '1 250 '])
    moneysIn(part.repeat(20_000), { language: 'de', region: 'CH' })
  expect(performance.now() - began).toBeLessThan(5_000)
})
