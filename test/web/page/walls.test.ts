/** What stands before a page is not the page: a notice, a check, a closed door. */
import { describe, expect, test } from 'vitest'
import { readContent } from '../../../src/web/page/read-content.js'
import { isCalledWall, isOfConsent } from '../../../src/web/page/walls.js'

const read = (lang: string, title: string, body: string) =>
  readContent(
    `<!doctype html><html lang="${lang}"><head><title>${title}</title><meta property="og:image" content="/pic.jpg"></head><body>${body}</body></html>`,
    'https://shop.example/x',
  )
const wall = (lang: string, heading: string, ...lines: string[]) =>
  read(lang, heading, `<h1>${heading}</h1>${lines.map((line) => `<p>${line}</p>`).join('')}`)

describe('a page that is nothing but a wall has no title and no sentence', () => {
  test.each([
    [
      'en',
      'Are you a person?',
      'Our system has found unusual traffic from your network and wants to be sure.',
      'Solve the puzzle below to go on to the page that you asked for.',
    ],
    ['en', 'Just a moment...', 'Checking your browser before you can go to the shop, this takes a few seconds.'],
    ['en', 'Attention Required! | Cloudflare', 'This website is using a security service to protect itself from online attacks.'],
    ['en', 'Pardon Our Interruption', 'As you were browsing something about your browser made us think you were a bot.'],
    ['en', 'Access Denied', 'You do not have permission to see this page on this server, please try later.'],
    [
      'en',
      'Opening soon',
      'Be the first to know when we launch our new collection of things for the house.',
      'Enter the store using a password if you are one of our partners and friends.',
    ],
    ['en', 'We’ll be back soon', 'Our shop is having a short rest while we put new things on the shelves.'],
    ['en', 'Under maintenance', 'We are performing scheduled maintenance and should be back in an hour or so.'],
    ['en', 'Are you over 18?', 'You must be of legal drinking age in your country to enter this site.'],
    ['en', '404 – Page not found', 'The page you are looking for may have been moved or no longer exists.'],
    ['en', 'Robot Check', 'Enter the characters you see below, we just need to make sure you’re not a robot.'],
    ['en', 'Oak.com is for sale', 'This domain is for sale, make an offer to its owner within the next days.'],
    [
      'en',
      'Sorry, this store is currently unavailable.',
      'The owner of this store has to do something before it can be seen again.',
    ],
    ['en', 'Welcome to nginx!', 'If you see this page, the web server is successfully installed and working.'],
    ['en', 'Log in', 'Log in to continue to your account and see what your friends have saved.'],
    ['en', 'Password protected', 'This store is password protected, use the password that we sent you to enter.'],
    ['de', 'Wir eröffnen bald', 'Unser neuer Laden öffnet in Kürze seine Türen, wir freuen uns auf Sie.'],
    ['de', 'Seite nicht gefunden', 'Die gesuchte Seite existiert nicht mehr oder wurde an einen anderen Ort verschoben.'],
    ['de', 'Wartungsarbeiten', 'Wir arbeiten gerade an unserem Shop und sind in wenigen Minuten zurück.'],
    ['de', 'Sind Sie über 18?', 'Um diese Seite zu besuchen, müssen Sie mindestens 18 Jahre alt sein.'],
    ['de', 'Sicherheitsprüfung', 'Bitte bestätigen Sie, dass Sie ein Mensch sind und kein Roboter.'],
    ['fr', 'Bientôt disponible', 'Notre nouvelle boutique ouvrira très prochainement avec de belles surprises.'],
    ['fr', 'Page introuvable', 'La page que vous cherchez n’existe plus ou a été déplacée ailleurs.'],
    ['fr', 'Site en maintenance', 'Nous faisons quelques travaux et revenons dans quelques minutes avec le sourire.'],
    ['fr', 'Êtes-vous un humain ?', 'Nous avons détecté un trafic inhabituel et voulons vérifier que vous n’êtes pas un robot.'],
    ['es', 'Próximamente', 'Estamos preparando nuestra nueva tienda con mucho cariño para todos ustedes.'],
    ['es', 'Página no encontrada', 'La página que buscas no existe o ha cambiado de lugar hace poco.'],
    ['es', '¿Eres mayor de edad?', 'Para entrar en este sitio tienes que ser mayor de 18 años en tu país.'],
    ['it', 'Prossimamente', 'Stiamo preparando il nostro nuovo negozio con tante belle cose per la casa.'],
    ['it', 'Pagina non trovata', 'La pagina che stai cercando non esiste più oppure è stata spostata altrove.'],
    ['nl', 'Binnenkort beschikbaar', 'We werken hard aan onze nieuwe winkel en zijn snel weer open voor iedereen.'],
    ['nl', 'Pagina niet gevonden', 'De pagina die je zoekt bestaat niet meer of staat ergens anders.'],
    ['pt', 'Em breve', 'Estamos a preparar a nossa nova loja com muito carinho para todos vocês.'],
    ['pt', 'Página não encontrada', 'A página que você procura não existe mais ou mudou de lugar.'],
    ['pl', 'Strona w budowie', 'Pracujemy nad naszym nowym sklepem i wkrótce otwieramy dla wszystkich gości.'],
    ['sv', 'Vi öppnar snart', 'Vi arbetar med vår nya butik och ser fram emot att visa den för er.'],
    ['ru', 'Скоро открытие', 'Мы готовим наш новый магазин и очень скоро откроем его двери для всех.'],
    ['ru', 'Страница не найдена', 'Возможно, страница была удалена или переехала на другой адрес нашего сайта.'],
    ['ja', '準備中', '新しいお店を準備しています。もうしばらくお待ちください。'],
    ['ja', 'ページが見つかりません', 'お探しのページは移動または削除された可能性があります。'],
    ['zh', '敬请期待', '我们正在准备新的网店，很快就会与大家见面，敬请期待。'],
    ['ko', '페이지를 찾을 수 없습니다', '요청하신 페이지가 삭제되었거나 주소가 변경되었습니다.'],
    ['ar', 'قريباً', 'نعمل على تجهيز متجرنا الجديد وسنكون معكم في أقرب وقت ممكن.'],
    ['tr', 'Çok yakında', 'Yeni mağazamızı hazırlıyoruz ve çok yakında sizlerle olacağız, bekleyin.'],
  ])('%s: %s', (lang, heading, ...lines) => {
    expect(wall(lang, heading, ...lines)).toMatchObject({ title: null, kind: 'other', sentences: [], description: null })
  })
})

describe('a notice of consent is no matter of its page', () => {
  test.each([
    [
      'en',
      'We and our 800 partners store and access information on a device, such as cookies, and process personal data.',
      'You can accept or manage your choices by clicking below, including your right to object.',
      'Accept all',
    ],
    [
      'de',
      'Wir und unsere Partner verwenden Cookies und verarbeiten personenbezogene Daten auf Ihrem Gerät.',
      'Sie können Ihre Einwilligung jederzeit in den Einstellungen zum Datenschutz ändern.',
      'Alle akzeptieren',
    ],
    [
      'fr',
      'Nos partenaires et nous utilisons des cookies pour traiter vos données personnelles.',
      'Vous pouvez accepter ou refuser, et retirer votre consentement à tout moment.',
      'Tout accepter',
    ],
    [
      'es',
      'Nosotros y nuestros proveedores usamos cookies y tratamos datos personales.',
      'Puedes aceptar o rechazar y cambiar tu consentimiento cuando quieras.',
      'Aceptar',
    ],
    [
      'it',
      'Noi e i nostri fornitori usiamo i cookie e trattiamo dati personali.',
      'Puoi accettare o rifiutare e cambiare il tuo consenso quando vuoi.',
      'Accetta',
    ],
    [
      'nl',
      'Wij en onze partners gebruiken cookies en verwerken persoonsgegevens.',
      'Je kunt je toestemming altijd weer intrekken of weigeren in de instellingen.',
      'Accepteren',
    ],
    [
      'pt',
      'Nós e os nossos parceiros usamos cookies e tratamos dados pessoais.',
      'Pode aceitar ou recusar e mudar o seu consentimento a qualquer momento.',
      'Aceitar',
    ],
    [
      'pl',
      'My i nasi partnerzy używamy plików cookie i przetwarzamy dane osobowe.',
      'Możesz zaakceptować lub odrzucić i zmienić zgodę w każdej chwili.',
      'Zaakceptuj',
    ],
    [
      'ru',
      'Мы и наши партнёры используем файлы cookie и обрабатываем персональные данные.',
      'Вы можете принять или изменить согласие в любой момент.',
      'Принять',
    ],
    ['ja', '当社とパートナーは、クッキーを使用して個人情報を処理します。', '同意または拒否を選ぶことができます。', '同意する'],
  ])('%s', (lang, first, second, button) => {
    const notice = (attributes: string) =>
      `<div ${attributes}><h2>Privacy</h2><p>${first}</p><p>${second}</p><button>${button}</button></div>`
    for (const attributes of ['id="cmp"', 'class="x1-box"', 'class="cookie-banner"']) {
      const { sentences, description } = read(lang, 'Oak dining table', notice(attributes))
      expect([sentences, description], attributes).toEqual([[], null])
      const oak =
        '<main><h1>Oak dining table</h1><p>This table is cut from one piece of oak and oiled by hand in our workshop.</p></main>'
      expect(read('en', 'Oak dining table', `${notice(attributes)}${oak}`).sentences).toEqual([
        'This table is cut from one piece of oak and oiled by hand in our workshop.',
      ])
    }
  })
})

describe('pages about such things are pages', () => {
  const LONG = Array.from(
    { length: 12 },
    (_, at) =>
      `<p>Number ${at + 1} of them has a story of its own that takes a while to tell, so sit down and read it with a cup of tea.</p>`,
  ).join('')
  test.each([
    ['Cookies with brown butter', '<p>For chewy cookies, use brown sugar and melted butter, and let the dough rest.</p>'],
    ['Coming soon: ten books for the winter', '<p>These ten books come out this winter, and each of them is worth the wait.</p>'],
    [
      'How to make a 404 page that people like',
      '<p>A good page for what is not found says where to go on, and makes people smile.</p>',
    ],
    ['Robot birthday cake', '<p>This cake looks like a robot and takes three hours from start to finish.</p>'],
    ['Age of oak: what rings say', '<p>Count the rings of an oak to know its age, from the bark to the heart.</p>'],
    ['A login cabin made of pine', '<p>Our cabin is made of pine and stands on stones beside the lake.</p>'],
    ['Coming soon', LONG],
  ])('%s', (title, body) => {
    const { title: own, sentences } = read('en', title, `<article><h1>${title}</h1>${body}</article>`)
    expect(own).toBe(title)
    expect(sentences.length).toBeGreaterThan(0)
  })

  test('a product with a form to log in beside it is one', () => {
    const login = '<header><form action="/login"><input type="password"><button>Log in</button></form></header>'
    const oak = '<main><h1>Oak table</h1><p>This table is cut from one piece of oak and oiled by hand.</p></main>'
    expect(read('en', 'Oak table', `${login}${oak}`).sentences).toHaveLength(1)
  })
})

test('a heading is a wall’s as a whole', () => {
  for (const one of [
    'Opening soon',
    'Opening soon – Oak & Co',
    'Oak & Co | Coming Soon!',
    'Error 404',
    'Oops! Page not found',
    'Forbidden',
    'Anmelden',
  ])
    expect(isCalledWall(one), one).toBe(true)
  for (const one of [
    'Spring collection opening soon in our garden',
    'Entrance hall ideas',
    'Loginov porcelain',
    'Maintenance of oak tables',
    'Are you a baker?',
    'Private members’ club chairs',
  ])
    expect(isCalledWall(one), one).toBe(false)
})

test('one word of consent makes no notice', () => {
  expect(isOfConsent('Cookies with chocolate, oats and a pinch of salt.')).toBe(false)
  expect(isOfConsent('We use cookies and share personal data with our partners.')).toBe(true)
})
