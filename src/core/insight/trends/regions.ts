/**
 * Chooses the region of an account's audience by its time zone: the smallest region of the platform with the zone's country.
 * Pure.
 */
import { REGIONS, type Region } from '../../accounts/trend-questions.js'

/** Most of the platform's searches come from here. */
const ELSEWHERE: Region = 'US'

/** The zones of each region's countries in the time zone database, with old names. */
const ZONES: Readonly<Record<Exclude<Region, 'US'>, readonly string[]>> = {
  CA: zones(
    'America',
    'Atikokan Blanc-Sablon Cambridge_Bay Coral_Harbour Creston Dawson Dawson_Creek Edmonton Fort_Nelson Glace_Bay Goose_Bay Halifax Inuvik Iqaluit Moncton Montreal Nipigon Pangnirtung Rainy_River Rankin_Inlet Regina Resolute St_Johns Swift_Current Thunder_Bay Toronto Vancouver Whitehorse Winnipeg Yellowknife',
  ),
  DE: zones('Europe', 'Berlin Busingen'),
  FR: zones('Europe', 'Paris'),
  ES: [...zones('Europe', 'Madrid'), 'Africa/Ceuta', 'Atlantic/Canary'],
  IT: zones('Europe', 'Rome San_Marino Vatican'),
  'DE+AT+CH': zones('Europe', 'Vienna Zurich Vaduz'),
  'GB+IE': zones('Europe', 'London Dublin Belfast Guernsey Isle_of_Man Jersey'),
  'IT+ES+PT+GR+MT': [...zones('Europe', 'Lisbon Athens Malta'), ...zones('Atlantic', 'Azores Madeira')],
  'PL+RO+HU+SK+CZ': zones('Europe', 'Warsaw Bucharest Budapest Bratislava Prague'),
  'SE+DK+FI+NO': [...zones('Europe', 'Stockholm Copenhagen Helsinki Oslo Mariehamn'), 'Arctic/Longyearbyen'],
  'NL+BE+LU': zones('Europe', 'Amsterdam Brussels Luxembourg'),
  AR: zones('America', 'Buenos_Aires Cordoba Catamarca Jujuy Mendoza Rosario'), // and America/Argentina/…
  BR: zones(
    'America',
    'Araguaina Bahia Belem Boa_Vista Campo_Grande Cuiaba Eirunepe Fortaleza Maceio Manaus Noronha Porto_Acre Porto_Velho Recife Rio_Branco Santarem Sao_Paulo',
  ),
  CO: zones('America', 'Bogota'),
  MX: zones(
    'America',
    'Bahia_Banderas Cancun Chihuahua Ciudad_Juarez Ensenada Hermosillo Matamoros Mazatlan Merida Mexico_City Monterrey Ojinaga Santa_Isabel Tijuana',
  ),
  'MX+AR+CO+CL': [...zones('America', 'Santiago Punta_Arenas Coyhaique'), 'Pacific/Easter'],
  'AU+NZ': zones('Pacific', 'Auckland Chatham'), // and Australia/…
}

function zones(area: string, places: string): string[] {
  return places.split(' ').map((place) => `${area}/${place}`)
}

const regionByZone = new Map<string, Region>(
  REGIONS.flatMap((region) => (region === ELSEWHERE ? [] : ZONES[region].map((zone) => [zone, region] as const))),
)
/** Areas of the database that belong to one region. */
const AREAS: readonly (readonly [string, Region])[] = [
  ['Australia/', 'AU+NZ'],
  ['America/Argentina/', 'AR'],
  ['Canada/', 'CA'],
  ['Brazil/', 'BR'],
  ['Mexico/', 'MX'],
  ['Chile/', 'MX+AR+CO+CL'],
]

/** @param timezone an IANA name; null: unknown */
export function regionOf(timezone: string | null): Region {
  if (timezone === null) return ELSEWHERE
  return regionByZone.get(timezone) ?? AREAS.find(([area]) => timezone.startsWith(area))?.[1] ?? ELSEWHERE
}
