export { GET } from '../../json.ts'
