export { POST } from '../../validate-order.ts'
