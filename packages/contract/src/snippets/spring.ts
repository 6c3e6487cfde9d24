import { issuerOf, lines, localPort, postLogoutUriOf, scopeOf, withSecret } from './snippet.ts';
import type { SignInClient, Snippet } from './snippet.ts';

export function springSnippet(client: SignInClient): Snippet {
  const { clientId, authMethod, redirectUri, idTokenAlg } = client;
  const { origin, pathname } = new URL(redirectUri);
  const port = localPort(redirectUri);
  // Spring replaces `{…}` in this address.
  const postLogoutUri = postLogoutUriOf({
    ...client,
    postLogoutUris: client.postLogoutUris.filter((address) => !/[{}]/u.test(address)),
  });
  return {
    install:
      'curl https://start.spring.io/starter.tgz -d type=maven-project -d dependencies=web,security,oauth2-client -d packageName=app | tar -xz',
    files: [
      {
        name: 'src/main/resources/application.yml',
        code: lines(
          port !== null && `server:\n  port: ${port}`,
          `spring:
  security:
    oauth2:
      client:
        registration:
          vid:
            client-id: ${yaml(clientId)}
            client-secret: \${VID_CLIENT_SECRET}
            client-authentication-method: ${authMethod}
            authorization-grant-type: authorization_code
            redirect-uri: ${yaml(redirectUri)}
            scope: ${scopeOf(client).replaceAll(' ', ',')}
        provider:
          vid:
            issuer-uri: ${yaml(issuerOf(client))}
            user-name-attribute: sub
`,
        ),
      },
      {
        name: 'src/main/java/app/SecurityConfig.java',
        code: `package app;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenDecoderFactory;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestCustomizers;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwtDecoderFactory;
import org.springframework.security.web.SecurityFilterChain;

@Configuration
class SecurityConfig {
  @Bean
  SecurityFilterChain security(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {
    // VID requires PKCE unless the client may omit it. Spring uses it for clients with a secret only if told to.
    var requests = new DefaultOAuth2AuthorizationRequestResolver(clients, "/oauth2/authorization");
    requests.setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce());
    // The page /logout ends the session here, then at VID.
    var signOut = new OidcClientInitiatedLogoutSuccessHandler(clients);
${
  postLogoutUri === undefined
    ? '    // To return here, register an address for after sign-out, and call setPostLogoutRedirectUri().'
    : `    signOut.setPostLogoutRedirectUri(${java(postLogoutUri)});`
}
    return http
        .authorizeHttpRequests(all -> all.anyRequest().authenticated())
        .oauth2Login(login -> login
            .authorizationEndpoint(endpoint -> endpoint.authorizationRequestResolver(requests))
            .redirectionEndpoint(endpoint -> endpoint.baseUri(${java(pathname)})))
        .logout(logout -> logout.logoutSuccessHandler(signOut))
        .build();
  }

  // VID signs ID tokens with ES256 or RS256, as the client is registered. Without this, Spring expects RS256.
  @Bean
  JwtDecoderFactory<ClientRegistration> idTokenDecoders() {
    var factory = new OidcIdTokenDecoderFactory();
    factory.setJwsAlgorithmResolver(client -> SignatureAlgorithm.${idTokenAlg});
    return factory;
  }
}
`,
      },
      {
        name: 'src/main/java/app/HomeController.java',
        code: `package app;

import java.util.Map;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class HomeController {
  // The claims include sub, which never changes: use it as the key of your own user.
  @GetMapping(path = "/", produces = "application/json;charset=utf-8")
  Map<String, Object> home(@AuthenticationPrincipal OidcUser user) {
    return user.getClaims();
  }
}
`,
      },
    ],
    run: withSecret('./mvnw spring-boot:run'),
    open: `${origin}/oauth2/authorization/vid`,
    redirectUri,
  };
}

const yaml = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const java = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`)}"`;
