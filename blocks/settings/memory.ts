/** What each form of the settings remembers. */
export type SettingsMemory = { accountId: string }
