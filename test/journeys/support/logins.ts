/** The accounts of the demo organisation. */
export const DEMO_PASSWORD = 'trellis-demo';
export const LEARNER = 'learner@demo.example';
export const NEW_LEARNER = 'new@demo.example';
export const MANAGER = 'manager@demo.example';
export const ADMIN = 'admin@demo.example';
