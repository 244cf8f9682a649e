/** Finds claims that readers may rely on besides figures, prices and names: free things, ingredients, endorsements. Pure. */

/** All forms of one claim count as equal: "gratis" may translate "free". */
const CLAIMS: readonly RegExp[] = [
  /\b(?:free (?:shipping|delivery|returns?|trial|download|printable|pattern)|for free|gratis|kostenlos\w*|kostenfrei\w*|gratuit\w*|grátis|omaggio)\b/iu,
  /\b(?:discount\w*|on sale|half (?:the )?price|half off|rabatt\w*|reduziert\w*|zum halben preis|descuentos?|rebajad\w*|a mitad de precio|remises?|soldes?|à moitié prix|en promo(?:tion)?|sconti?|scontat\w*|a metà prezzo|korting\w*|halve prijs|descontos?|em promoção|metade do preço)\b/iu,
  /\b(?:vegan\w*|végan\w*|vegano?s?|vegane?)\b/iu,
  /(?:gluten[- ]?free|glutenfrei\w*|sin gluten|sans gluten|senza glutine|glutenvrij\w*|sem glúten)/iu,
  /(?:sugar[- ]?free|zuckerfrei\w*|sin azúcar|sans sucre|senza zucchero|suikervrij\w*|sem açúcar)/iu,
  /(?:dairy[- ]?free|lactose[- ]?free|laktosefrei\w*|sin lactosa|sans lactose|senza lattosio|lactosevrij\w*|sem lactose)/iu,
  /\b(?:organic(?:ally)?|bio|biologi(?:sch\w*|c[ao]s?|que|quement)|orgánic\w*|ecológic\w*|orgânic\w*)\b/iu,
  /\b(?:guarantee\w*|warranty|garanti\w*|garantía|garantia|garanzia)\b/iu,
  /(?:award[- ]?winning|best[- ]?sell\w*|preisgekrönt\w*|premiad\w*|primé\w*|premiat\w*|bekroond\w*)/iu,
  /\b(?:certified|zertifizier\w*|certificad\w*|certifié\w*|certificat\w*|gecertificeerd\w*)\b/iu,
  /\b(?:cures?|heals?|clinically|heilt|cura|guérit|guarisce|geneest)\b/iu,
]

/** Returns the claims, as written, that the page does not make. */
export const inventedClaimsIn = (text: string, source: string): string[] =>
  CLAIMS.flatMap((claim) => {
    const [found] = claim.exec(text) ?? []
    return found === undefined || claim.test(source) ? [] : [found]
  })
