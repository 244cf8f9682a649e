/** Makes a title from the name of a file: what a person wrote, without what a camera added. Pure. */
import { TITLE_LENGTH } from '../../posts/content.js'
import { cut } from './words.js'

/** Words that cameras, phones and programs put into names. */
const OF_MACHINES = new Set(
  `img dsc dscn dscf dsf pxl mvimg vid mov gopr gp dji cimg sam scan image images photo photos picture pic foto bild screenshot screen shot bildschirmfoto
  whatsapp whats app unnamed untitled download downloads file video clip fb fbimg signal telegram snapchat export render at am pm uhr um from the of ios android
  capture bildschirmaufnahme recording copy edited design document project new`.split(/\s+/),
)
/** The same words in other languages: of systems, chats and untitled files. */
const IN_OTHER_LANGUAGES = new Set(
  `unbenannt unbenannte unbenannter unbenanntes ohne titel namenlos neues projekt entwurf dokument kopie von bilder fotos aufnahme
  sans titre nom nouveau projet d'écran l'écran écran copie de du le à photographie
  sin título titulo nombre nuevo proyecto captura pantalla a las imagen imágenes copia diseño
  senza titolo nome nuovo progetto schermata immagine immagini dello schermo alle
  sem imagem imagens tela ecrã às cópia novo projeto
  naamloos naamloze schermafbeelding schermopname afbeelding kopie om
  bez nazwy tytułu zrzut ekranu obraz zdjęcie kopia
  namnlös skärmavbild skärmbild kl klockan uden navn titel skærmbillede billede uten navn skjermbilde bilde nimetön näyttökuva kuva
  adsız isimsiz ekran görüntüsü resmi resim görsel fotoğraf
  без названия имени снимок экрана изображение фото копия в знімок екрана зображення
  無題 名称未設定 スクリーンショット 画像 写真 のコピー 未命名 无标题 截屏 截图 屏幕截图 屏幕快照 图片 照片 上午 下午 無標題 螢幕截圖 截圖 圖片
  제목 없음 스크린샷 이미지 사진 오전 오후`.split(/\s+/),
)
/** Names that picture libraries, which use a photographer and a number, and image generators give. */
const OF_A_LIBRARY =
  /^(?:(?:pexels|shutterstock|adobe ?stock|i ?stock(?:photo)?|getty ?images|depositphotos|dreamstime|alamy|123rf)(?=[\s_-]|\d|$)|(?:chat ?gpt|gemini|copilot|firefly|midjourney|dall[·.\s-]?e|ideogram)(?=[\s_-]*(?:\d|$|generated|image|photo|picture))|generated image)|[-_ ](?:unsplash|pexels)(?: ?\(\d+\))?$/iu
/** The prompt follows the time in names of DALL·E. */
const WISH = /^dall[·.\s-]?e\s[\d\s.:-]+ - (?=\p{L})/iu

const isOfMachine = (word: string): boolean => {
  const plain = word.toLowerCase().replace(/’/g, "'").replace(/\d+/g, '')
  return OF_MACHINES.has(plain) || IN_OTHER_LANGUAGES.has(plain)
}
/** Suffixes that people add while they work on a file, which do not describe the picture. */
const OF_WORK =
  /^(?:final|finale?s?|copy|kopie|edit|edited|export|exported|web|hires|lowres|draft|print|small|large|original|new|neu|v\d{1,3}|\d{1,4}x\d{1,4}|\d{1,4}px|\(?\d{1,3}\)?|[@x]\dx?|\d%)$/i
const PLAIN_NUMBER = /^\d+$/
/** True for a part of a serial number, a date or a fingerprint. */
const isSerial = (word: string): boolean => /\d/.test(word) && !/\p{L}{4,}/u.test(word)

/** Returns a title. @returns null where the name does not describe the picture: `IMG_1234.jpg` */
export function titleOfFile(name: string): string | null {
  const stem = name
    .normalize('NFC')
    .replace(/\.[a-z0-9]{2,5}$/i, '')
    .replace(WISH, '')
  if (OF_A_LIBRARY.test(stem)) return null
  const words = stem
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2') // oakShelf
    .split(/[\s_+.~,-]+/u)
    .filter((word) => word !== '')
  if (words.every((word) => isOfMachine(word) || isSerial(word) || !/\p{L}/u.test(word))) return null
  while (words.length > 1 && OF_WORK.test(words.at(-1) ?? '')) words.pop()
  while (words.length > 1 && PLAIN_NUMBER.test(words[0] ?? '') && (words[0] ?? '').startsWith('0')) words.shift() // 01-oak-shelf
  const title = words.join(' ').trim()
  if ((title.match(/\p{L}/gu) ?? []).length < 2) return null
  const [first = ''] = title
  return cut(first.toLocaleUpperCase('en') + title.slice(first.length), TITLE_LENGTH)
}
