package import Shared

/// Everything that a server is told from outside.
package struct ServerConfiguration: Sendable {
    package struct Endpoint: Hashable, Sendable, CustomStringConvertible {
        package var host: String
        /// 0: any free port.
        package var port: Int

        package init(host: String, port: Int) {
            self.host = host
            self.port = port
        }

        package var description: String {
            if host.hasPrefix("/") { return host }
            return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        }
    }

    package struct CertificateFiles: Hashable, Sendable {
        package var certificate: String
        package var key: String

        package init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// How the admin port is protected, where it is.
    package struct AdminTLS: Hashable, Sendable {
        /// Operators' clients must show a certificate of one of these authorities; nil: nobody need show one.
        package var clientRoots: String?

        package init(clientRoots: String?) { self.clientRoots = clientRoots }
    }

    /// Where the market comes from, and how often it is asked for.
    package struct Market: Sendable {
        package var environment: ProviderEnvironment
        /// Those that are asked; of several exchanges the first is preferred.
        package var providers = Provider.all
        /// By the providers' names.
        package var keys: [String: APIKey] = [:]
        package var coins = 1000
        package var listingInterval = Duration.seconds(60)
        package var tickerInterval = Duration.seconds(1)
        /// Where to keep what the providers answer, for replay; nil: nowhere.
        package var recordDirectory: String?

        package init(environment: ProviderEnvironment) { self.environment = environment }

        /// Asks these exchanges and no others, the preferred one first.
        package mutating func take(exchanges: [Provider]) {
            providers = exchanges + providers.filter { !$0.isExchange }
        }

        /// Without a key, no provider has promised anything. So the listing is requested seldom enough to be no burden.
        /// Prices come from exchanges in between.
        package static let keylessListingInterval = Duration.seconds(300)

        /// Asks for the listing as often as a plan's credits last, and no more often than it changes. Without a key there is
        /// no plan.
        package mutating func pace(creditsPerMonth credits: Int) {
            guard let provider = providers.first(where: { $0.listing != nil }), let listing = provider.listing else {
                return
            }
            guard keys[provider.name] != nil else {
                listingInterval = max(listing.intervalMin, Self.keylessListingInterval)
                return
            }
            let month = Duration.seconds(30 * 86_400)
            listingInterval = max(listing.intervalMin, month * listing.credits(coins) / credits)
        }
    }

    package var listen = Endpoint(host: "127.0.0.1", port: 7443)
    /// Serves only this machine's user, at a Unix socket instead of `listen`; nil: serves a port.
    package var local: LocalTerms?
    package var admin: Endpoint?
    /// Names and addresses that requests to the admin port may be for, besides those of this machine and its own.
    package var adminHosts: [String] = []
    /// With the certificate that terminals are shown; nil: plain HTTP.
    package var adminTLS: AdminTLS?
    package var dataDirectory: String
    /// Nil: a certificate of our own, made on first start.
    package var certificate: CertificateFiles?
    package var market: Market
    package var limits = SessionLimits()
    /// How long a user without terminals still counts as connected, for favorites that are not kept.
    package var absenceGrace = Duration.seconds(60)
    package var returnSpread = Duration.seconds(5)
    package var tokenLifetime = TokenLifetime()
    /// How long a change waits for another process that is writing to the database.
    package var storePatience = Duration.seconds(5)
    package var passwordCost = ScryptCost.standard
    /// 0: one for each core.
    package var eventLoops = 0

    /// What is read again when it changes.
    var certificateFiles: [String] {
        [certificate?.certificate, certificate?.key, adminTLS?.clientRoots].compactMap(\.self)
    }

    package init(dataDirectory: String, market: Market) {
        self.dataDirectory = dataDirectory
        self.market = market
    }
}
