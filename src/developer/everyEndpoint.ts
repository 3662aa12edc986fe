/** Loads the endpoints of every screen, because the reducers can replay actions of loaded endpoints only. */
import '#store/admin/adminApi.ts';
import '#store/analytics/analyticsApi.ts';
import '#store/content/contentApi.ts';
import '#store/home/homeApi.ts';
import '#store/messaging/messagingApi.ts';
import '#store/objectives/objectivesApi.ts';
import '#store/people/peopleApi.ts';
import '#store/profile/profileApi.ts';
import '#store/programs/enrolmentApi.ts';
import '#store/programs/invitationsApi.ts';
import '#store/programs/learnersApi.ts';
import '#store/programs/programsApi.ts';
import '#store/propensity/propensityApi.ts';
import '#store/session/sessionApi.ts';
import '#store/team/teamApi.ts';
