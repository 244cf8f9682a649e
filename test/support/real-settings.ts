/** Settings of a process in which nothing is a stand-in; its platform is an address of this machine where nobody answers. */
export const realSettings = (url: string, dataDir: string) => ({
  PORT: '0',
  HOST: '127.0.0.1',
  PINSLOT_DATA_DIR: dataDir,
  PINSLOT_ENV: 'production',
  DATABASE_URL: url,
  PLATFORM_API_URL: 'http://127.0.0.1:9/v5',
  PLATFORM_CLIENT_ID: '1234',
  PLATFORM_CLIENT_SECRET: 'shh',
  SLACK_SIGNING_SECRET: 'signing',
  SLACK_BOT_TOKEN: 'xoxb-1',
  STAFF_CHANNEL_ID: 'C0STAFF',
  STORAGE_URL: 'local',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  PUBLIC_URL: 'https://pins.example.com',
})
