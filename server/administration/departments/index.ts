export { changeDepartment, createDepartment } from './changeDepartments.ts';
export { departmentsRoutes } from './departmentsRoutes.ts';
