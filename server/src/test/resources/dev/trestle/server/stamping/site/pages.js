export const texts = '/stamping/texts';

export const routes = [{ path: '/stamping', element: 'stamping-start', title: 'stamping.start', load: () => import('./start.js') }];

export const nav = [];
