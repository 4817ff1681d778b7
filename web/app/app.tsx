import { Router } from 'wouter';
import { Toasts } from '../ui/toast.tsx';
import { Routes } from './routes.tsx';

export const App = () => (
  <Router>
    <Routes />
    <Toasts />
  </Router>
);
