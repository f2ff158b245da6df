export { POST } from '../../update-user.ts'
