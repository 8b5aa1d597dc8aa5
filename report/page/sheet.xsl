<?xml version="1.0" encoding="UTF-8"?>
<!-- A report of LOOP as tables and graphs: `xsltproc clue.xsl clue.xml` makes a page of its XML. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
<xsl:output method="html" encoding="UTF-8" indent="yes"/>

<xsl:template match="/sheet">
<html lang="en">
<head>
<title><xsl:value-of select="@title"/></title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; color: #1b1b1b }
table { border-collapse: collapse; margin: 1em 0 }
caption { text-align: left; font-weight: 600 }
th, td { padding: .2em .8em; text-align: right; border-bottom: 1px solid #ddd; vertical-align: top }
th:first-child, td:first-child { text-align: left }
.bar { height: .4em; background: #0072b2 }
.verdict { font-weight: 600 }
</style>
</head>
<body>
<h1><xsl:value-of select="@title"/></h1>
<p><xsl:value-of select="@subtitle"/></p>
<p class="verdict"><xsl:value-of select="@verdict"/></p>
<ul><xsl:for-each select="reason"><li><xsl:value-of select="."/></li></xsl:for-each></ul>
<ol><xsl:for-each select="conclusion"><li><xsl:value-of select="."/></li></xsl:for-each></ol>
<xsl:apply-templates select="section"/>
</body>
</html>
</xsl:template>

<xsl:template match="section">
<h2><xsl:value-of select="@title"/></h2>
<xsl:for-each select="paragraph"><p><xsl:value-of select="."/></p></xsl:for-each>
<ul><xsl:for-each select="item"><li><xsl:value-of select="."/></li></xsl:for-each></ul>
<table>
  <xsl:for-each select="fact"><tr><td><xsl:value-of select="@label"/></td><td><xsl:value-of select="."/></td></tr></xsl:for-each>
</table>
<xsl:apply-templates select="table"/>
<xsl:if test="line"><table>
  <tr><th>line</th><xsl:for-each select="line[1]/cell"><th><xsl:value-of select="@column"/></th></xsl:for-each></tr>
  <xsl:for-each select="line"><tr><td><xsl:value-of select="@number"/></td><xsl:for-each select="cell"><td><xsl:value-of select="."/></td></xsl:for-each></tr></xsl:for-each>
</table></xsl:if>
<xsl:if test="listing"><pre><xsl:value-of select="listing"/></pre></xsl:if>
</xsl:template>

<xsl:template match="table">
<xsl:variable name="heads" select="column"/>
<table>
  <caption><xsl:value-of select="@title"/></caption>
  <tr><xsl:for-each select="$heads"><th><xsl:value-of select="."/></th></xsl:for-each></tr>
  <xsl:for-each select="row">
    <xsl:variable name="row" select="."/>
    <tr><xsl:for-each select="$heads">
      <xsl:variable name="cell" select="$row/cell[@column = current()]"/>
      <td><xsl:value-of select="$cell"/>
        <xsl:if test="$cell/@unit = '%' and $cell/@value &gt;= 0">
          <xsl:variable name="wide"><xsl:choose>
            <xsl:when test="$cell/@value &gt; 100">100</xsl:when>
            <xsl:otherwise><xsl:value-of select="$cell/@value"/></xsl:otherwise>
          </xsl:choose></xsl:variable>
          <div class="bar" style="width: {$wide}%"></div>
        </xsl:if>
      </td>
    </xsl:for-each></tr>
  </xsl:for-each>
</table>
<xsl:for-each select="note"><p><xsl:value-of select="."/></p></xsl:for-each>
</xsl:template>
</xsl:stylesheet>
