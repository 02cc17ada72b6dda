extension Samples {
    static let info = #"""
        {"status":{"error_code":0},
         "data":{"7":{"id":7,"name":"Other","symbol":"OTH"},
          "1027":[{"id":1027,"name":"Ethereum","symbol":"ETH","slug":"ethereum","category":"coin","platform":null,
           "logo":"https://s2.coinmarketcap.com/static/img/coins/64x64/1027.png","date_added":"2015-08-07T00:00:00.000Z",
           "self_reported_circulating_supply":"1.2e8","tags":["pos"," smart-contracts ",null,"pos","a\u001b[31mb"],
           "description":"<p>Ethereum (ETH) is a <b>platform</b>.</p><p>It&#39;s\u0007 R&amp;D &lt;open&gt;.</p>",
           "urls":{"reddit":["https://reddit.com/r/ethereum"],"chat":[],"unknown":["https://a.b"],"technical_doc":null,
            "website":["https://www.ethereum.org/","javascript:alert(1)","https://www.ethereum.org/",5]}}],
          "1028":"odd"}}
        """#
}
