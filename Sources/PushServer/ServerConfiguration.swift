package import Shared

/// The configuration of a server.
package struct ServerConfiguration: Sendable {
    package struct Endpoint: Hashable, Sendable, CustomStringConvertible {
        package var host: String
        /// 0 means any free port.
        package var port: Int

        package init(host: String, port: Int) {
            self.host = host
            self.port = port
        }

        /// `HOST:PORT`, with an IPv6 address in brackets: `[::1]:7443`.
        /// - Returns: nil if the text is something else.
        package init?(_ text: String) {
            guard let place = HostPort(text), let port = place.port else { return nil }
            self.init(host: place.host, port: port)
        }

        package var description: String {
            host.hasPrefix("/") ? host : HostPort(host: host, port: port).description
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

    /// The protection of the admin port by TLS.
    package struct AdminTLS: Hashable, Sendable {
        /// Clients must show a certificate of one of these authorities; nil: clients need no certificate.
        package var clientRoots: String?

        package init(clientRoots: String?) { self.clientRoots = clientRoots }
    }

    /// How the server takes part in a fleet.
    package struct Node: Hashable, Sendable {
        /// Where other nodes reach this one; port 0 means the port of `listen`.
        package var address: Endpoint
        /// Nodes to follow rather than the leader, the preferred one first. They show this node's own certificate.
        package var parents: [Endpoint]

        package init(address: Endpoint, parents: [Endpoint] = []) { (self.address, self.parents) = (address, parents) }
    }

    /// The sources of the market, and how often they are requested.
    package struct Market: Sendable {
        /// Where the prices come from, by the names that operators read.
        package enum Kind: String, Sendable {
            case live
            /// They are made up. The server says so to its terminals and operators.
            case mock
        }

        package var kind = Kind.live
        package var environment: ProviderEnvironment
        /// The requested providers. Of several exchanges, the first is preferred.
        package var providers = Provider.all
        /// The keys by provider name.
        package var keys: [String: APIKey] = [:]
        package var coins = 1000
        package var listingInterval = Duration.seconds(60)
        /// Whether the plan of the listing's key decides the interval, once the provider has sent the plan.
        package var readsPlan = false
        package var tickerInterval = Duration.seconds(1)
        /// Whether requests keep within the providers' budgets. A mock that plays a day in minutes has none.
        package var keepsBudgets = true
        /// The folder in which to record the providers' answers for replay; nil: none.
        package var recordDirectory: String?

        package init(environment: ProviderEnvironment) { self.environment = environment }

        /// Uses only these exchanges, the preferred one first.
        package mutating func take(exchanges: [Provider]) {
            providers = exchanges + providers.filter { !$0.isExchange }
        }

        /// The sources of providers that are not asked for lack of a key.
        var unaskedSources: Set<MarketSource.Name> {
            Set(providers.filter { $0.lacksKey(keys[$0.name]) }.flatMap(\.sources))
        }

        /// Without a key, no provider has promised anything, so the listing is requested seldom enough to be no
        /// burden. Prices come from exchanges in between.
        package static let keylessListingInterval = Duration.seconds(300)

        /// The plan of a key that costs nothing. It counts until the provider has sent the real plan.
        private static let freeCredits = 15_000

        /// Requests the listing as often as the plan's credits allow, but not more often than it changes. Without a
        /// key there is no plan, and `keylessListingInterval` holds.
        /// - Parameter credits: how many credits may be spent in a month; nil: as many as the provider says.
        package mutating func pace(creditsPerMonth credits: Int?) {
            guard let provider = providers.first(where: { $0.listing != nil }), let listing = provider.listing else {
                return
            }
            guard keys[provider.name] != nil else {
                listingInterval = max(listing.intervalMin, Self.keylessListingInterval)
                return
            }
            readsPlan = credits == nil
            let month = Duration.seconds(30 * 86_400)
            listingInterval = max(listing.intervalMin, month * listing.credits(coins) / (credits ?? Self.freeCredits))
        }
    }

    package var listen = Endpoint(host: "127.0.0.1", port: 7443)
    /// The balancers before `listen`: each connection from these addresses begins with a PROXY header.
    package var proxies: [IPNetwork] = []
    /// Serves only this machine's user at a Unix socket, instead of `listen`; nil: serves a port.
    package var local: LocalTerms?
    package var admin: Endpoint?
    /// The names of hosts (`AdminHost`) that requests to the admin port may use, besides those of this machine and its own.
    package var adminHosts: [String] = []
    /// Uses the terminals' certificate; nil: plain HTTP.
    package var adminTLS: AdminTLS?
    package var dataDirectory: String
    /// The address of the PostgreSQL database that has the accounts and users' tables; nil: SQLite in the data folder.
    package var store: String?
    /// The server is a node of the fleet that shares `store`; nil: it stands alone.
    package var node: Node?
    /// Nil: the server creates a certificate on its first start.
    package var certificate: CertificateFiles?
    package var market: Market
    package var limits = SessionLimits()
    /// The hosts to which users may send alerts.
    package var alertHosts: [AlertHost] = []
    /// How long a user without terminals still counts as connected, for favorites that are not kept.
    package var absenceGrace = Duration.seconds(60)
    package var returnSpread = Duration.seconds(5)
    package var tokenLifetime = TokenLifetime()
    /// How long a change waits for another process that is writing to the database.
    package var storePatience = Duration.seconds(5)
    package var passwordCost = ScryptCost.standard
    /// 0 means one for each core.
    package var eventLoops = 0

    /// The files that are reloaded when they change.
    var certificateFiles: [String] {
        [certificate?.certificate, certificate?.key, adminTLS?.clientRoots].compactMap(\.self)
    }

    /// The file with the chain of the certificate.
    var certificatePath: String { certificate?.certificate ?? "\(dataDirectory)/\(TLSIdentity.certificateFileName)" }

    package init(dataDirectory: String, market: Market) {
        self.dataDirectory = dataDirectory
        self.market = market
    }
}
