/** No two folders import each other, directly or through others. Without tests, which stand beside what they test. */
import files from './.dependency-cruiser.mjs'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-folder-circle',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...files.options,
    exclude: { path: '(^|/)(dist|node_modules|test|fixtures)/|\\.test\\.ts$' },
  },
}
