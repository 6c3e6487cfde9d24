/** Settings of a production server. `startTestServer` connects to a new database whatever the URL says. */
export const productionSettings = {
  VID_MODE: 'production',
  VID_PUBLIC_URL: 'https://id.example.vn',
  VID_DATABASE_URL: 'postgres://localhost/unused',
  VID_MASTER_KEY: 'ab'.repeat(32),
  // No server listens at this URL, so no SMS is sent.
  VID_SMS_URL: 'http://127.0.0.1:9/send',
  VID_PASSWORD_MEMORY_KIB: '19456',
  VID_PASSWORD_ITERATIONS: '2',
};
