export { POST } from '../../user-list.ts'
