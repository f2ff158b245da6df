export { POST } from '../../update-account.ts'
