/** The form behind the settings for the region and the interests of an account's trends. */
import { field } from '../../../../blocks/ids.js'
import { action, view, BY_TIME_ZONE, trendsView } from '../../../../blocks/settings/trends.js'
import { changeAccount } from '../../../core/accounts/settings.js'
import type { Interest, Region } from '../../../core/accounts/trend-questions.js'
import { regionOf } from '../../../core/insight/trends/regions.js'
import { chosen, chosenMany } from '../../forms/values.js'
import { onAction, onView } from '../../listener.js'
import { opening, saving } from './forms.js'

onAction(
  action.settingsTrends,
  opening(({ memory, account }) => trendsView({ memory, account, region: regionOf(account.timezone) })),
)

onView(view.trends, (deps, args) =>
  saving(deps, args, async (actor, { accountId }) => {
    const region = chosen(args.view, field.trendRegion)?.id ?? BY_TIME_ZONE
    await changeAccount(deps, actor, {
      accountId,
      trendRegion: region === BY_TIME_ZONE ? null : (region as Region), // the core checks both
      trendInterests: chosenMany(args.view, field.trendInterests).map(({ id }) => id as Interest),
    })
    return 'Trends saved.'
  }),
)
