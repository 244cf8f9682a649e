/**
 * Recognizes what a site shows before its pages: consent notices, bot checks, passwords, age checks, "opening soon", "not found".
 * Its text is no content, and a page with nothing else has none.
 */
import type { CheerioAPI } from 'cheerio'
import { weightOf } from '../../core/lib/prose/sentences.js'
import { isNamed } from './classes.js'
import type { Element } from './nodes.js'
import { plain } from './plain.js'

const MOST = { buttons: 300, climbs: 5, notice: 4_000 }
/** Weights of own text above which a page is no wall, whatever its title says. */
const LITTLE = { called: 900, speaking: 300, checked: 500 }

/** Concepts of consent notices in many languages; a text with two of them is one. */
const CONSENT: readonly RegExp[] = [
  /cookies?|kakor|keksit|eväste|informasjonskapsl|куки|クッキー|الكوكيز|ملفات تعريف الارتباط|쿠키|çerez|คุกกี้|कुकी/iu,
  /\bpartners\b|vendors|third[- ]part|drittanbiet|partnern|partenaires|terceros|proveedores|fornitori|terze parti|partijen|parceiros|terceiros|partner(?:zy|ami)|партнер|партнёр|パートナー|合作伙伴|파트너|الشركاء/iu,
  /personal(?:ized|ised)? (?:data|information|ads)|personenbezogen|données (?:personnelles|à caractère)|datos personales|dati personali|persoonsgegevens|dados pessoais|dane osobowe|danych osobowych|personuppgift|personopplysning|personoplysning|henkilötie|персональн\w* данн|個人情報|个人信息|個人資料|개인정보|البيانات الشخصية|kişisel veri/iu,
  /your privacy|privatsphäre|datenschutz|vie privée|privacidad|tua privacy|uw privacy|je privacy|privacidade|prywatno|integritet|personvern|privatliv|yksityisyy|конфиденциальн|プライバシー|隐私|隱私|خصوصيت/iu,
  /(?:accept|manage|reject|withdraw|change) (?:all|your|or|and|my|them|these)|your (?:choices|preferences|consent)|(?:alle )?akzeptieren|ablehnen|einwilligung|zustimm|accepter|refuser|consentement|aceptar|rechazar|consentimiento|accett|rifiut|consenso|accepteren|weigeren|toestemming|aceitar|rejeitar|recusar|consentimento|zaakceptuj|akceptuj|odrzuć|zgod[ęy]|godkänn|samtyck|samtykke|hyväksy|suostum|принять|согласи|согласен|同意|拒否|동의|거부|موافق|رفض|kabul|reddet/iu,
  /legitimate interest|right to object|berechtigte[sn]? interess|intérêt légitime|interés legítimo|interesse legittimo|gerechtvaardigd belang|interesse legítimo|store and(?:\/or)? access information|informationen auf einem gerät|stocker (?:et\/ou|et|ou) accéder|measure (?:ads|content)|iab tcf|gdpr|dsgvo|rgpd/iu,
]

const concepts = (text: string): number => CONSENT.filter((one) => one.test(text)).length

/** True for a sentence of a consent notice. Text about baking cookies has only one of these concepts. */
export const isOfConsent = (text: string): boolean => concepts(text.slice(0, 600)) >= 2

const NOTICE: ReadonlySet<string> = new Set([
  ...[
    'cookie',
    'cookie-notice',
    'cookie-law',
    'cookie-consent',
    'cookie-banner',
    'consent',
    'gdpr',
    'dsgvo',
    'cmp',
    'ccpa',
    'privacy-banner',
    'onetrust',
  ],
  ...[
    'cookiebot',
    'usercentric',
    'didomi',
    'quantcast',
    'trustarc',
    'iubenda',
    'osano',
    'complianz',
    'termly',
    'borlabs',
    'cky-consent',
    'klaro',
  ],
])
/** Labels of a consent notice's buttons. */
const ANSWER =
  /^(?:(?:i )?(?:accept|agree|allow|reject|decline|got it|ok(?:ay)?|continue|manage|settings)|(?:alle )?(?:akzeptieren|ablehnen|zustimmen|annehmen)|einverstanden|(?:tout )?(?:accepter|refuser)|j['’]accepte|aceptar|rechazar|accett[ao]|rifiuta|accepteren|akkoord|weigeren|aceitar|concordo|rejeitar|akceptuj|zgadzam|zaakceptuj|godkänn|tillad|godta|hyväksy|принять|согласен|同意|accepter|동의|موافق|kabul)/iu

/** Removes consent notices: by their names, or by the text around their buttons. */
export function leaveOutNotices($: CheerioAPI): void {
  const isNotice = (element: Element) =>
    !/^(?:html|body|main|article)$/.test(element.name) &&
    $(element).find('h1, article').length === 0 &&
    $(element).text().length <= MOST.notice
  $(
    '[class*="cookie" i], [id*="cookie" i], [class*="consent" i], [id*="consent" i], [class*="gdpr" i], [id*="gdpr" i], [id*="cmp" i], [class*="cmp" i], [id*="onetrust" i], [id*="didomi" i], [id*="usercentrics" i]',
  )
    .toArray()
    .slice(0, MOST.buttons)
    .filter((element) => isNamed(element, NOTICE) && isNotice(element) && concepts($(element).text()) >= 1)
    .forEach((element) => $(element).remove())
  for (const button of $('button, [role="button"], input[type="submit"], input[type="button"], a')
    .toArray()
    .slice(0, MOST.buttons)) {
    if (!ANSWER.test(plain($(button).text() || button.attribs['value']) ?? '')) continue
    let part = button.parent as Element | null
    for (
      let climbs = 0;
      part && climbs < MOST.climbs && 'attribs' in part && isNotice(part);
      climbs++, part = part.parent as Element | null
    )
      if (concepts($(part).text()) >= 3) {
        $(part).remove()
        break
      }
  }
}

/** Headings of walls, matched as a whole. */
const CALLED = new RegExp(
  `^(?:(?:oops|sorry|uh[- ]?oh|hoppla|ups|oups|vaya|ops)[!.,: ]*)?(?:${[
    // checks for robots
    /(?:are|is) (?:you|this) (?:really |still )?(?:a |an )?(?:real )?(?:person|human|robot|bot)|(?:please )?(?:verify|prove|confirm)(?:ing)? (?:that )?you(?:['’]re| are)? .*(?:human|person|robot|bot)|just a (?:moment|second)|one moment(?:,? please)?|please wait.*|one more step|(?:almost there|you['’]re almost there)|let['’]s confirm you.*|attention required|checking (?:your|if|the).*|security (?:check|verification|challenge)|pardon our interruption|access (?:to this (?:page|site|website) )?(?:has been )?(?:is )?(?:denied|restricted|blocked|forbidden)|(?:human|bot|robot|browser) (?:verification|check|detection)|captcha.*|(?:request|you(?:['’]ve| have) been|you are) blocked|(?:error )?403.*|forbidden|too many requests|(?:error )?429.*|robot or human|before (?:you|we) continue.*|we need to (?:verify|check).*|unusual (?:traffic|activity).*|ddos protection.*/,
    /(?:sind sie|bist du) (?:ein )?(?:mensch|roboter).*|(?:bitte )?bestätigen sie.* (?:mensch|roboter).*|einen (?:moment|augenblick)(?:,? bitte)?|sicherheits(?:überprüfung|prüfung|abfrage|check)|zugriff (?:verweigert|gesperrt)|kein roboter.*/,
    /êtes-vous (?:un |bien )?(?:humain|robot).*|un (?:instant|moment)(?:,? s['’]il vous plaît)?|vérification (?:de sécurité|en cours).*|accès (?:refusé|interdit|bloqué)|¿?(?:eres|es usted) (?:un )?(?:humano|robot).*|(?:un )?momento(?:,? por favor)?|verificación de seguridad|acceso (?:denegado|bloqueado)|sei (?:un )?(?:umano|robot).*|un attimo.*|verifica di sicurezza|accesso (?:negato|bloccato)|ben je (?:een )?(?:mens|robot).*|een moment(?: geduld)?.*|beveiligingscontrole|toegang geweigerd|você é (?:um )?(?:humano|robô).*|um momento.*|verificação de segurança|acesso (?:negado|bloqueado)|czy jesteś (?:człowiekiem|robotem).*|chwileczkę|odmowa dostępu|dostęp zabroniony/,
    /вы (?:не )?робот|подтвердите.* (?:не робот|человек).*|проверка (?:безопасности|браузера).*|доступ (?:запрещ[её]н|ограничен)|ロボットではありませんか|(?:人間|本人)(?:であること)?の?確認.*|セキュリティ(?:チェック|確認)|アクセス(?:が)?拒否.*|(?:人机|安全|真人)(?:验证|驗證|检查)|访问(?:被拒绝|受限)|請稍候|请稍候.*|보안 확인|로봇이 아닙니다|접근 거부.*|تحقق من الأمان|تم رفض الوصول|لحظة.*|güvenlik (?:kontrolü|doğrulaması)|erişim engellendi|bir dakika.*/,
    // not open yet, closed, under repair
    /(?:we(?:['’]re| are) )?(?:opening|coming|launching|arriving|available|back)(?: back)?(?: very)?(?: online)? soon|(?:something|our (?:new )?(?:site|store|shop|website)|(?:new )?(?:site|store|shop|website)) (?:\S+ )?(?:is )?(?:coming|opening|launching)(?: \S+)? soon|(?:(?:this |our |the )?(?:site|store|shop|website|page) )?(?:is )?(?:currently )?(?:under|in) construction|(?:(?:this |our |the )?(?:site|store|shop|website|page) )?(?:is )?(?:currently )?(?:down for |under |in |undergoing )?(?:scheduled )?maintenance(?: mode)?|we(?:['’]ll| will) be (?:right )?back.*|be right back|(?:(?:this |our |the )?(?:site|store|shop|website|account|domain|page) )?(?:is |has been )?(?:currently |temporarily )?(?:closed|offline|unavailable|suspended|expired|parked|disabled|taking a (?:short )?break|on (?:holiday|vacation))|service unavailable|(?:error )?50[0-4].*|stay tuned|almost (?:there|ready)/,
    /(?:wir )?(?:eröffnen|öffnen|starten|sind) (?:bald|in kürze|demnächst).*|demnächst(?: (?:hier|verfügbar|online))?|(?:bald|in kürze) (?:für (?:dich|sie|euch) )?(?:da|zurück|verfügbar|online|wieder da|erhältlich)|(?:neu)?eröffnung in kürze|wartungs(?:arbeiten|modus)|(?:im|seite im) aufbau|hier entsteht .*|(?:website|seite|shop|webseite) (?:ist |befindet sich )?(?:derzeit )?(?:im aufbau|in wartung|geschlossen|nicht erreichbar|in bearbeitung)/,
    /(?:ouverture|bientôt|prochainement)(?: (?:prochaine|prochainement|imminente|disponible|en ligne|de retour|ouvert))?|(?:site |page |boutique )?en (?:construction|maintenance|travaux)|(?:nous )?(?:revenons|sommes de retour|ouvrons) (?:très )?(?:bientôt|vite|prochainement)|maintenance en cours|(?:muy pronto|próximamente|pronto)(?: .{0,20})?|(?:sitio|página|web|tienda)(?: web)? en (?:construcción|mantenimiento)|en (?:construcción|mantenimiento)|(?:abrimos|abriremos|volvemos|volveremos)(?: muy)? pronto|prossimamente|(?:presto|a breve) (?:online|disponibile|in arrivo)|(?:sito |pagina )?in (?:costruzione|in manutenzione|allestimento)|(?:apriamo|torniamo|saremo online) (?:presto|a breve)|apertura (?:prossima|imminente)/,
    /binnenkort(?: (?:beschikbaar|online|open|geopend))?|(?:website |site |pagina )?(?:in|onder) (?:aanbouw|onderhoud|constructie)|we zijn (?:zo|snel|bijna) terug|em breve(?: .{0,20})?|(?:site |página |loja )?em (?:construção|manutenção)|(?:voltamos|voltaremos|abrimos|abriremos|estaremos) (?:já|logo|em breve).*|(?:już )?wkrótce(?: .{0,20})?|(?:strona |sklep )?w (?:budowie|przygotowaniu)|przerwa techniczna|prace (?:konserwacyjne|techniczne|serwisowe)|(?:vi )?(?:öppnar|kommer|åbner|åpner|lanserar) snart|(?:sidan )?under (?:uppbyggnad|underhåll|opbygning|konstruktion|konstruksjon|vedligeholdelse|vedlikehold)|(?:vi är )?snart tillbaka|tulossa pian|avataan pian|připravujeme|již brzy|hamarosan/,
    /(?:уже )?скоро(?: (?:открытие|откроемся|открываемся|вернемся))?|сайт (?:находится )?(?:в разработке|на реконструкции|закрыт|на обслуживании)|(?:ведутся )?технические работы|скоро відкриття|近日(?:公開|オープン|開店)|準備中|(?:ただいま)?メンテナンス中.*|工事中|(?:即将|即將)(?:推出|上线|上線|开业|開幕|开放)|敬请期待|敬請期待|(?:网站|網站)?(?:正在)?(?:建设|维护|維護|建設)中|준비 ?중.*|곧 (?:오픈|만나|찾아).*|(?:시스템 )?점검 중.*|قريب[اًا]+|(?:الموقع )?(?:تحت|قيد) (?:الإنشاء|الصيانة)|(?:çok )?yakında.*|yapım aşamasında|bakım(?:dayız| modu)?|sắp ra mắt|segera hadir|เร็ว ๆ นี้/,
    // default pages of servers and parked domains
    /welcome to (?:nginx|apache|openresty|centos)|(?:apache2?|nginx|iis|centos|ubuntu|debian)\b.{0,30}(?:default|test) page.*|it works|index of .*|(?:(?:this |the )?domain|[\w-]{1,60}\.\w{2,10}) (?:name )?(?:is |may be )?(?:for sale|available|parked|registered).*|(?:buy|get) this domain.*|hello world|website (?:is )?not configured|(?:451|unavailable for legal reasons).*|(?:diese |die )?domain (?:steht zum verkauf|ist geparkt|zu verkaufen).*|(?:ce |le )?(?:nom de )?domaine (?:est )?à vendre|(?:este )?dominio (?:está )?(?:en venta|à venda)|dit domein is te koop|домен продаётся|домен продается/,
    // passwords and accounts
    /(?:log|sign) ?[io]n(?: (?:to|or|with) .{0,40}| required)?|(?:please )?(?:log|sign) in to .{0,40}|login(?: required)?|members? (?:only|login|area)|(?:enter )?(?:the |your )?(?:store |using )?password(?: (?:required|protected))?.{0,20}|protected: .*|anmelden|einloggen|anmeldung|passwort(?: (?:erforderlich|eingeben)|geschützt)?|geschützt: .*|(?:se connecter|connexion|identification|identifiez-vous)|mot de passe(?: requis)?|protégé : .*|iniciar sesión|inicia sesión|acceder|contraseña|accedi|accesso|login richiesto|inloggen|aanmelden|wachtwoord|entrar|iniciar sessão|senha|zaloguj(?: się)?|logowanie|hasło|logga in|log ind|logg inn|kirjaudu(?: sisään)?|přihlášení|войти|вход(?: на сайт)?|авторизация|пароль|ログイン|パスワード|登录|登錄|登入|로그인|تسجيل الدخول|giriş(?: yap)?|đăng nhập/,
    // ages
    /(?:age|alters?|leeftijds?)[- ]?(?:verification|check|gate|prüfung|kontrolle|verifikation|controle|verificatie)|are you (?:over |at least |already )?(?:of legal|1[689]|2[01]|old enough).*|(?:please )?(?:verify|confirm|enter) your (?:age|date of birth|birthday).*|(?:you must be|must be) (?:over |at least )?(?:1[689]|2[01]|of legal).*|(?:sind sie|bist du) (?:über|mindestens|schon|bereits|volljährig|1[68]).*|(?:bitte )?bestätige.* alter.*|(?:avez-vous|êtes-vous) .*(?:1[68]|majeur|âge).*|vérification (?:de l['’]|d['’])âge|¿?(?:eres|es usted|tienes|tiene) (?:mayor de|más de|1[68]).*|verificación de edad|(?:hai|sei) (?:già |più di |maggiorenne|almeno|compiuto).*|verifica (?:dell['’])?(?:l['’])?età|ben (?:je|jij|u) (?:al |ouder|1[68]|minimaal).*|(?:você é|você tem|tem|és) (?:maior de|mais de|1[68]).*|verificação de idade|czy (?:masz|ukończyłeś|jesteś pełnoletni).*|är du (?:över|minst|fyllda).*|er du (?:over|fyldt|fylt).*|(?:вам )?(?:уже )?(?:есть )?1[68](?: лет)?|подтвердите.* возраст.*|年齢(?:確認|認証)|(?:あなたは|お客様は)?(?:18|20)歳以上.*|年龄验证|연령 확인|성인 인증/,
    // nothing here
    /(?:error )?(?:404|410)(?: .{0,40})?|(?:this |the |that )?(?:requested )?(?:page|product|recipe|post|content|article|item|url|listing)(?: you .{0,40})? (?:was |is |can(?:no|['’])t be |could not be |couldn['’]t be |is no longer |has been |does(?:n['’]t| not) )?(?:not found|found|available|unavailable|removed|deleted|exist|gone)|not found|(?:we )?(?:can['’]?t|couldn['’]?t|could not|cannot) find (?:that|this|the) .{0,40}|nothing (?:was )?found(?: here)?|(?:that|this) page (?:isn['’]t|can['’]t) .{0,30}/,
    /(?:fehler )?404.*|(?:diese |die )?(?:seite|produkt|artikel|inhalt)(?: wurde| existiert| ist)?(?: leider)? (?:nicht (?:gefunden|verfügbar|mehr verfügbar)|nicht(?: mehr)?)|(?:cette )?page (?:introuvable|non trouvée|inexistante|n['’]existe (?:pas|plus))|(?:la )?página (?:no (?:encontrada|existe|disponible)|que buscas no existe)|pagina (?:non (?:trovata|esiste|disponibile)|niet gevonden|bestaat niet.*|nu (?:a fost găsită|există))|página não (?:encontrada|existe)|(?:nie znaleziono|strona nie (?:została znaleziona|istnieje)).*|sidan (?:hittades inte|kunde inte hittas|finns inte)|siden (?:blev ikke|ble ikke|findes ikke|finnes ikke).*|sivua ei löyt.*|stránka (?:nenalezena|nebyla nalezena|neexistuje)|(?:az )?oldal nem található|страница не (?:найдена|существует)|сторінку не знайдено|(?:お探しの)?ページ(?:が|は)(?:見つかりません|存在しません).*|(?:页面|網頁|頁面)(?:不存在|未找到|找不到)|找不到(?:页面|頁面|该页面)|페이지를 찾을 수 없.*|الصفحة (?:غير موجودة|المطلوبة غير موجودة)|sayfa bulunamadı|không tìm thấy trang|halaman tidak ditemukan/,
    // requirements of a browser, restrictions of region and membership, consent
    /(?:please )?(?:enable|turn on) (?:javascript|cookies).*|javascript (?:is )?(?:required|disabled).*|(?:your |this )?browser (?:is )?(?:not supported|out ?dated|out of date|unsupported).*|(?:choose|select) (?:your |a )?(?:country|region|language|location).*|(?:this )?(?:content|page|site) (?:is )?not available in your (?:country|region)|(?:subscribe|sign up|register) to (?:continue|read|keep reading).*|subscribers? only|members? only/,
    /(?:we |we (?:really )?)?(?:value|care about|respect) your privacy.*|your privacy(?: .{0,20})?|(?:cookies?|privacy|consent)[- ]?(?:consent|settings|preferences?|notice|choices|preference center|manager)|this (?:web)?site uses cookies|(?:wir )?(?:schätzen|respektieren|achten)(?: .{0,20})? privatsphäre|(?:ihre|deine) privatsphäre.*|(?:datenschutz|cookie|privatsphäre)-?(?:einstellungen|hinweis(?:e)?)|(?:nous )?(?:respectons |le respect de )?votre vie privée.*|(?:gestion|paramètres) des cookies|(?:valoramos |nos importa |respetamos )?(?:tu|su) privacidad.*|configuración de (?:las )?cookies|(?:il rispetto del)?la (?:tua|vostra) privacy.*|(?:wij? )?(?:waarderen|respecteren) (?:je|uw|jouw) privacy|(?:valorizamos |respeitamos )?a? ?sua privacidade.*|(?:szanujemy|cenimy) (?:twoją|państwa) prywatność|(?:мы )?(?:ценим|уважаем) вашу (?:конфиденциальность|приватность)/,
  ]
    .map(({ source }) => source)
    .join('|')})$`,
  'iu',
)

/** Sentences of walls that other pages seldom contain. */
const SPEAKS =
  /unusual (?:traffic|activity)|not a (?:ro)?bot|characters you see|type the (?:characters|letters)|make sure you(?:['’]re| are) (?:not|a|human)|domain (?:name )?(?:is|may be) for sale|successfully installed and working|contact your hosting|currently unavailable|(?:are|you're) (?:a )?(?:real )?human|(?:solve|complete) the (?:\w+ )?(?:puzzle|captcha|challenge|check)|captcha|ray id|automated (?:requests?|access|queries|traffic)|checking your browser|(?:enable|turn on) (?:javascript|cookies)|(?:have been|was|were|is) blocked|security service|(?:enter|using) (?:the |your |a )?(?:store |site )?password|password[- ]protected|be the first to know|(?:launch|open|available|back|online|live) (?:very )?(?:soon|shortly)|(?:under|scheduled) (?:construction|maintenance)|performing maintenance|legal (?:drinking )?age|(?:1[89]|2[01]) years (?:of age|or older)|(?:over|at least) (?:18|21)(?: years)? to (?:enter|visit|view|access|continue)|(?:date|year) of birth|page (?:you|that you).{0,40}(?:looking for|requested)|(?:does not|doesn't|no longer) exists?|(?:may|might) have been (?:moved|removed|deleted)|(?:log|sign) in to (?:continue|view|see|access)|forgot(?:ten)? your password|ungewöhnliche\w* (?:datenverkehr|aktivität|zugriffe|anfragen)|(?:kein|ein) roboter|sicherheits(?:über)?prüfung|(?:eröffnen|öffnen|starten|online|zurück) (?:bald|in kürze|demnächst)|(?:bald|in kürze|demnächst) (?:wieder )?(?:für (?:sie|dich|euch) )?(?:online|da|verfügbar|zurück)|wartungsarbeiten|geben sie (?:das|ihr) passwort|mindestens 1[68] jahre|volljährig|gesuchte seite|existiert nicht|trafic (?:inhabituel|suspect|anormal)|pas un robot|(?:ouvr|revien|lanc|disponible|ligne)\S* (?:très )?(?:bientôt|prochainement)|(?:mot de passe) (?:pour|afin)|(?:site|boutique|page) (?:est )?en maintenance|1[68] ans (?:ou|et|révolus)|être majeur|page (?:que vous|demandée)|n['’]existe (?:pas|plus)|tráfico inusual|no (?:eres|soy|es) un robot|(?:abrimos|abriremos|volvemos|volveremos|estaremos) (?:muy )?pronto|(?:en|tareas de) mantenimiento|(?:introduce|ingresa|escribe) (?:la|tu) contraseña|mayor de (?:edad|1[68])|página que (?:buscas|busca)|traffico (?:insolito|anomalo)|(?:presto|a breve) online|in manutenzione|(?:inserisci|digita) la password|maggiorenne|pagina (?:che )?(?:cercat|stai cercando|richiesta)|ongebruikelijk verkeer|geen robot|(?:snel|binnenkort) (?:weer )?(?:online|open|terug)|onderhoud aan (?:de|onze) (?:website|site|winkel)|voer (?:het|je|uw) wachtwoord|pagina die (?:je|u) zoekt|tráfego (?:incomum|suspeito)|não é um robô|(?:em breve|logo) (?:estaremos|voltaremos|abriremos)|(?:digite|insira) a senha|maior de (?:idade|1[68])|página que (?:você|procura)|nietypowy ruch|nie jesteś robotem|wkrótce (?:wrócimy|otwieramy)|pełnoletni|(?:необычн|подозрительн)\S* (?:трафик|активность|запрос)|не робот|скоро (?:откро|вернем|вернём|запуст)|технические работы|введите пароль|совершеннолетн|(?:страниц)\S* (?:не найдена|не существует|была удалена)|ロボットでは|通常と異なる(?:トラフィック|アクセス)|(?:準備|メンテナンス)中|パスワードを(?:入力|ご入力)|(?:18|20)歳以上|お探しのページ|(?:验证|確認|确认)(?:您|你)(?:是|不是)|(?:异常|異常)(?:流量|访问)|敬请期待|维护中|输入密码|(?:未满|年满)(?:18|十八)|로봇이 아|준비 중|점검 중|비밀번호를 입력|لست روبوت|حركة (?:مرور|بيانات) غير (?:عادية|معتادة)|قريب[اًا]|كلمة المرور|robot olmadığın|olağandışı (?:trafik|etkinlik)|yakında/iu

/** Elements of bot checks; a page with one of them and little text is a check. */
const CHECKS =
  '#challenge-form, #challenge-stage, #challenge-running, #px-captcha, #cf-wrapper, [id^="cf-chl"], form[action*="/cdn-cgi/"], form[action*="captcha" i], [action*="/_Incapsula"], #captcha-container, #sec-if-cpt-container'

/** Removes signs around a heading. */
const bare = (heading: string): string =>
  heading.replace(/^[^\p{L}\p{N}]+/u, '').replace(/(?<![^\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]+$/u, '')
/** Longer headings are never those of a wall. */
const LONGEST_HEADING = 120

/** Separates the parts of a title, one of which is the site's name. */
const PARTS = /\s[|–—·•»›-]{1,3}\s|\|/

export const isCalledWall = (heading: string): boolean =>
  heading.length <= LONGEST_HEADING &&
  [heading, ...heading.split(PARTS), heading.split(': ').at(-1)!].some((part) => CALLED.test(bare(part)))

/** What was read of the page so far. */
export type Seen = {
  /** The page's title, its own heading, and its titles in metadata. */
  headings: readonly (string | null | undefined)[]
  sentences: readonly string[]
  description: string | null
  /** True if linked data describes a thing. */
  hasSubject: boolean
}

/** True for a page with nothing but a wall. */
export function isWall($: CheerioAPI, { headings, sentences, description, hasSubject }: Seen): boolean {
  const own = sentences.filter((one) => !SPEAKS.test(one) && !isOfConsent(one))
  const says = weightOf(own.join(' '))
  const isChecked = $(CHECKS).length > 0
  if (isChecked && says < LITTLE.checked) return true
  if (hasSubject) return false
  const isCalled = headings.some((one) => one !== null && one !== undefined && isCalledWall(one))
  if (isCalled && says < LITTLE.called) return true
  const speaking = sentences.length - own.length
  const speaks = speaking > 0 && (own.length === 0 || (speaking >= 2 && speaking >= own.length))
  return speaks && says < LITTLE.speaking && (description === null || SPEAKS.test(description))
}
